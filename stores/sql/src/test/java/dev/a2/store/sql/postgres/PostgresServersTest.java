package dev.a2.store.sql.postgres;

import dev.a2.tck.ModelRules;
import dev.a2.tck.StoreFixture;
import dev.a2.testservers.PgBouncer;
import dev.a2.testservers.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The oldest server, the newest, and one behind a pooler: what random work comes to there is what the model says. */
@Timeout(90)
final class PostgresServersTest {
    @Nested
    final class Fourteen extends OnServer {
        Fourteen() {
            super(new PostgresFixture(PostgresServer.start(PostgresServer.Version.FOURTEEN)));
        }
    }

    @Nested
    final class Eighteen extends OnServer {
        Eighteen() {
            super(new PostgresFixture(PostgresServer.start(PostgresServer.Version.EIGHTEEN)));
        }
    }

    @Nested
    final class BehindPgBouncer extends OnServer {
        BehindPgBouncer() {
            super(PostgresFixture.behind(PgBouncer.before(PostgresServer.start())));
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class OnServer implements ModelRules {
        private final PostgresFixture fixture;

        OnServer(PostgresFixture fixture) {
            this.fixture = fixture;
        }

        @Override
        public StoreFixture fixture() {
            return fixture;
        }

        /** The kit runs more of them on version 17. */
        @Override
        public int modelSeeds() {
            return Integer.getInteger("a2.model.seeds", 2);
        }

        @AfterAll
        void stop() {
            fixture.close();
        }
    }
}

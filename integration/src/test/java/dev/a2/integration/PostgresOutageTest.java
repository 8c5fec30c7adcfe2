package dev.a2.integration;

import dev.a2.store.SessionStore;
import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.testservers.PostgresServer;
import java.time.Duration;

class PostgresOutageTest extends OutageRules {
    @Override
    Server start() {
        PostgresServer server = PostgresServer.start("fsync=on");
        return new Server(server::kill, server::again, () -> open(server), server);
    }

    private static SessionStore open(PostgresServer server) {
        return PostgresStore.open(
                PostgresLimitsTest.url(server), PostgresStore.Options.defaults().waitLimit(Duration.ofMillis(500)));
    }
}

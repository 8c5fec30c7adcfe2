package dev.a2.store.sql.postgres;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.PostgresServer;

/** The whole contract on Postgres. */
final class PostgresStoreTckTest extends StoreTck {
    PostgresStoreTckTest() {
        super(new PostgresFixture(PostgresServer.start()));
    }
}

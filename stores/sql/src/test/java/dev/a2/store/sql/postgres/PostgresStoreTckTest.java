package dev.a2.store.sql.postgres;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.PostgresServer;

/** The whole contract on Postgres. */
final class PostgresStoreTckTest extends StoreTck {
    /** Each is a store of its own on emptied tables, which takes longer here than what it does there. */
    private static final int SOME = 15;

    PostgresStoreTckTest() {
        super(new PostgresFixture(PostgresServer.start()));
    }

    @Override
    public int modelSeeds() {
        return Integer.getInteger("a2.model.seeds", SOME);
    }
}

package dev.a2;

import dev.a2.store.sql.SqliteStore;

class SqliteLimitsTest extends LimitsRules {
    SqliteLimitsTest() {
        super(
                SqliteStore.open(
                        TempFiles.fresh(),
                        SqliteStore.Options.defaults()
                                .sync(SqliteStore.Sync.NORMAL)
                                .readers(4)),
                10_000);
    }
}

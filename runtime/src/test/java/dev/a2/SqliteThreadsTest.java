package dev.a2;

import dev.a2.store.sql.sqlite.SqliteStore;

class SqliteThreadsTest extends ThreadsRules {
    SqliteThreadsTest() {
        super(SqliteStore.open(TempFiles.fresh(), SqliteStore.Options.defaults().sync(SqliteStore.Sync.NORMAL)));
    }
}

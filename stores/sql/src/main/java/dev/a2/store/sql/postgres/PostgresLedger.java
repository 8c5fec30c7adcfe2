package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.Schema;
import dev.a2.store.sql.jdbc.Schema.Version;
import java.util.ArrayList;
import java.util.List;

/** The schema files that were run in a schema of a database, inside one transaction there. */
record PostgresLedger(Transaction transaction, Database database) implements Schema.Ledger {
    @Override
    public void create() {
        transaction.change(Sql.LEDGER_CREATE);
    }

    @Override
    public List<Version> list() {
        List<Version> versions = new ArrayList<>();
        transaction
                .query(Sql.LEDGER_LIST)
                .list(versions, row -> new Version(row.count("version"), row.text("file"), row.text("checksum")));
        transaction.send();
        return versions;
    }

    @Override
    public void run(Version version, String script) {
        transaction.execute(script);
        List<Long> now = new ArrayList<>();
        database.clock(transaction).list(now, row -> row.number("now_ms"));
        transaction.send();
        transaction
                .change(Sql.LEDGER_ADD)
                .set("version", version.number())
                .set("file", version.file())
                .set("checksum", version.checksum())
                .set("applied_at_ms", now.get(0));
    }
}

package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.Schema;
import dev.a2.store.sql.jdbc.Schema.Version;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;

/** The schema files that were run in a SQLite file. */
record SqliteLedger(Link link, InstantSource clock) implements Schema.Ledger {
    @Override
    public void create() {
        link.change(Sql.LEDGER_CREATE).run();
    }

    @Override
    public List<Version> list() {
        return link.query(Sql.LEDGER_LIST)
                .list(row -> new Version(row.count("version"), row.text("file"), row.text("checksum")));
    }

    @Override
    public void run(Version version, String script) {
        try (Statement statement = link.connection().createStatement()) {
            statement.executeUpdate(script);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
        link.change(Sql.LEDGER_ADD)
                .set("version", version.number())
                .set("file", version.file())
                .set("checksum", version.checksum())
                .set("applied_at_ms", clock.millis())
                .run();
    }
}

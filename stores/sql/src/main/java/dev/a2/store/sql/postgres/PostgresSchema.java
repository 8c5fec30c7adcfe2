package dev.a2.store.sql.postgres;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.sql.jdbc.Schema;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** The tables, which the first store makes and a newer one brings up to date; one at a time, by an advisory lock. */
final class PostgresSchema {
    static final List<String> FILES = List.of("V001__sessions.sql");
    private static final Schema SCHEMA = new Schema(Trip.files(), FILES);
    private static final long OLDEST_SERVER = 140_000;
    private static final long PAUSE_NANOS = 100_000_000;

    /** What the store must know of a server before it uses it. */
    record Server(
            boolean pooled,
            long versionNumber,
            String version,
            String encoding,
            boolean standby,
            String fsync,
            String synchronousCommit,
            String fullPageWrites,
            long maxConnections) {}

    private PostgresSchema() {}

    /** The same, again and again while the server is not there yet or goes away meanwhile, within the wait limit. */
    static void bringUpToDateOncePossible(Database database, String schema) {
        long end = System.nanoTime() + database.waitLimit().toNanos();
        while (true) {
            try {
                bringUpToDate(database, schema);
                return;
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || System.nanoTime() - end >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Makes the schema and its tables, if they are not there or not all there. */
    private static void bringUpToDate(Database database, String schema) {
        Server server = about(database);
        check(database, server);
        if (server.pooled()) {
            database.pooled();
        }
        if (behind(database, schema) == 0) {
            return;
        }
        database.<@Nullable Void>run(Sql.TRANSACTION_BEGIN_WRITE, transaction -> {
            transaction.query(Sql.LEDGER_LOCK);
            makeSchema(transaction, schema);
            SCHEMA.bringUpToDate(new PostgresLedger(transaction, database), refusal(database));
            return null;
        });
    }

    private static void makeSchema(Transaction transaction, String schema) {
        List<Long> found = new ArrayList<>();
        transaction.query(Sql.SERVER_FIND_SCHEMA).set("schema", schema).list(found, row -> row.number("found"));
        transaction.send();
        if (found.get(0) == 0) {
            // A name cannot be a parameter; this one is of letters, digits and underscores only.
            transaction.execute("CREATE SCHEMA " + schema);
        }
    }

    /**
     * How many schema files were not run yet.
     *
     * @throws StoreException STORE_NOT_CONFIGURED when others were run, or newer ones
     */
    static int behind(Database database, String schema) {
        return database.run(Sql.TRANSACTION_BEGIN_WRITE, transaction -> {
            List<Long> ledgers = new ArrayList<>();
            transaction.query(Sql.SERVER_FIND_SCHEMA).set("schema", schema).list(ledgers, row -> row.number("ledgers"));
            transaction.send();
            return ledgers.get(0) == 0
                    ? FILES.size()
                    : SCHEMA.behind(new PostgresLedger(transaction, database), refusal(database));
        });
    }

    private static Function<String, StoreException> refusal(Database database) {
        return what -> database.failures().notConfigured(what, null);
    }

    static Server about(Database database) {
        return database.automatically(connection -> {
            List<Server> found = new ArrayList<>();
            Trip trip = new Trip();
            trip.add(Sql.SERVER_ABOUT)
                    .list(
                            found,
                            row -> new Server(
                                    isPooled(connection, row.number("process")),
                                    row.number("version_number"),
                                    row.text("version"),
                                    row.text("encoding"),
                                    row.number("standby") == 1,
                                    row.text("fsync"),
                                    row.text("synchronous_commit"),
                                    row.text("full_page_writes"),
                                    row.number("max_connections")));
            trip.run(connection);
            return found.get(0);
        });
    }

    /** A pooler makes up the number of the server's process that it tells a client. */
    private static boolean isPooled(Connection connection, long process) {
        try {
            return connection.unwrap(PGConnection.class).getBackendPID() != process;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    static void check(Database database, Server server) {
        if (server.versionNumber() < OLDEST_SERVER) {
            throw database.failures().notConfigured("runs version " + server.version() + "; the store needs 14", null);
        }
        if (!server.encoding().equals("UTF8")) {
            throw database.failures()
                    .notConfigured(
                            "keeps texts as " + server.encoding() + "; make a database with ENCODING 'UTF8'", null);
        }
        if (server.standby()) {
            throw database.failures().notConfigured("is a standby, which may lag; name the primary server", null);
        }
    }
}

package dev.a2.store.sql.postgres;

import static dev.a2.store.Diagnosis.good;
import static dev.a2.store.Diagnosis.notice;
import static dev.a2.store.Diagnosis.wrong;

import dev.a2.store.Diagnosis;
import dev.a2.store.StoreException;
import dev.a2.store.sql.postgres.PostgresSchema.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Looks at a database and says what its state means for sessions. Changes nothing there. */
final class PostgresDoctor {
    /** From then on a transaction keeps the server from cleaning up behind busy sessions. */
    private static final Duration OLD = Duration.ofMinutes(5);

    private final Database database;
    private final PostgresStore.Options options;
    private final Server server;

    private PostgresDoctor(Database database, PostgresStore.Options options, Server server) {
        this.database = database;
        this.options = options;
        this.server = server;
    }

    /** All that there is to say; one entry where the database cannot be used. */
    static List<Diagnosis> diagnose(Database database, PostgresStore.Options options) {
        try {
            Server server = PostgresSchema.about(database);
            PostgresSchema.check(database, server);
            return new PostgresDoctor(database, options, server).all();
        } catch (StoreException e) {
            return List.of(wrong("server", "cannot be used", String.valueOf(e.getMessage())));
        }
    }

    private List<Diagnosis> all() {
        return List.of(
                version(),
                crashSafety(),
                durability(),
                schema(),
                pooler(),
                notifications(),
                connections(),
                transactions());
    }

    private Diagnosis version() {
        return good("version", server.version(), "14 or newer, in UTF-8, not a standby");
    }

    private Diagnosis crashSafety() {
        boolean safe = server.fsync().equals("on") && server.fullPageWrites().equals("on");
        String found = "fsync " + server.fsync() + ", full_page_writes " + server.fullPageWrites();
        return safe
                ? good("crash safety", found, "a power cut does not damage what is stored")
                : wrong("crash safety", found, "a power cut may damage the whole database; turn both on");
    }

    private Diagnosis durability() {
        String found = "synchronous_commit " + server.synchronousCommit();
        return switch (server.synchronousCommit()) {
            case "off" ->
                wrong(
                        "durability",
                        found,
                        "a crash of the server loses the last commits, acknowledged ones too; turn it on");
            case "local" -> notice("durability", found, "what was acknowledged may not be on a standby yet");
            default -> good("durability", found, "what was acknowledged survives a crash of the server");
        };
    }

    private Diagnosis schema() {
        try {
            int behind = PostgresSchema.behind(database, options.schema());
            String found = options.schema() + ", version " + (PostgresSchema.FILES.size() - behind);
            return behind == 0
                    ? good("schema", found, "these sessions can be read")
                    : notice("schema", found, "the next store that opens it brings it up to date");
        } catch (StoreException e) {
            return wrong("schema", "of other code", String.valueOf(e.getMessage()));
        }
    }

    private Diagnosis pooler() {
        return server.pooled()
                ? notice("pooler", "in between", "statements get no names, unless prepareThreshold is set")
                : good("pooler", "none", "the server itself answers");
    }

    private Diagnosis notifications() {
        return NoticeLink.hearsNotices(database, Notice.Names.of(options.schema(), Notice.newOrigin()))
                ? good("notifications", "arrive", "what other processes do is heard at once")
                : notice(
                        "notifications",
                        "do not arrive",
                        "as behind a pooler that shares connections by transaction; stores ask every "
                                + options.pollInterval().toMillis() + " ms instead");
    }

    private Diagnosis connections() {
        long stores =
                server.maxConnections() / (PostgresStore.Options.defaults().connections() + 1L);
        return good(
                "connections",
                "at most " + server.maxConnections(),
                "enough for " + stores + " stores with the default number of connections each");
    }

    private Diagnosis transactions() {
        List<Long> seconds = new ArrayList<>();
        long oldest = database.run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            transaction.query(Sql.SERVER_OLDEST_TRANSACTION).list(seconds, row -> row.number("seconds"));
            transaction.send();
            return seconds.get(0);
        });
        return oldest < OLD.toSeconds()
                ? good("oldest transaction", oldest + " s", "nothing keeps the server from cleaning up")
                : notice(
                        "oldest transaction",
                        oldest + " s",
                        "while it is open, rows that changed are kept; busy sessions become slower");
    }
}

package dev.a2.store.sql.sqlite;

import dev.a2.store.PresencePatch;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import dev.a2.store.kernel.RowStore;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.Signals;
import dev.a2.store.sql.jdbc.Schema;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows in a SQLite file: one writer, a few readers, and a watcher for what others do to the file. */
final class SqliteRows implements RowStore {
    static final List<String> SCHEMA = List.of("V001__sessions.sql");
    private static final int CACHED_SESSIONS = 4_096;

    private final SqliteStore.Options options;
    private final SqliteFile file;
    private final SqliteFailures failures;
    private final GroupWriter writer;
    private final Readers readers;

    /** Marks presence that was written here. */
    private final String self = UUID.randomUUID().toString();

    /** Sessions as the last commit left them; used by the writer's leader alone. */
    private final Map<String, SessionView> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SessionView> eldest) {
            return size() > CACHED_SESSIONS;
        }
    };

    /** Like the sessions. */
    private final NewestId newestId = new NewestId();

    private @Nullable ChangeWatcher watcher;

    private SqliteRows(Path path, SqliteStore.Options options) {
        this.options = options;
        this.failures = new SqliteFailures(path);
        this.file = new SqliteFile(path, options.sync(), options.waitLimit(), failures);
        this.writer =
                new GroupWriter(file::openWriter, failures, GroupWriter.Limits.of(options.waitLimit()), this::forget);
        this.readers = new Readers(options.readers(), file::openReader, failures, options.waitLimit());
    }

    private void forget() {
        sessions.clear();
        newestId.forget();
    }

    /** Opens the file, makes it if there is none, and brings its schema up to date. */
    static SqliteRows open(Path path, SqliteStore.Options options) {
        SqliteRows rows = new SqliteRows(path.toAbsolutePath().normalize(), options);
        try {
            rows.file.checkEngine();
            rows.file.claim();
            rows.bringUpToDate();
            return rows;
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    private void bringUpToDate() {
        Schema schema = new Schema(SqliteFile.SQL, SCHEMA);
        writer.<@Nullable Void>run(link -> {
            schema.bringUpToDate(new SqliteLedger(link, options.clock()), what -> failures.notConfigured(what, null));
            return null;
        });
    }

    @Override
    public <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work) {
        return writer.run(link -> {
            SessionView session = sessions.get(sessionId);
            if (session == null) {
                session = SessionView.find(link, sessionId, newestId);
                sessions.put(sessionId, session);
            }
            return work.apply(new SqlRows(link, session, self, options.clock()));
        });
    }

    @Override
    public <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work) {
        return readers.run(
                link -> work.apply(new SqlRows(link, SessionView.find(link, sessionId), self, options.clock())));
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        List<SessionBounds> page = readers.run(link -> link.query(Sql.SESSIONS_PAGE)
                .set("from", from == null ? "" : from)
                .set("limit", limit + 1L)
                .list(row -> new SessionBounds(row.text("session_id"), row.number("frontier"), row.number("marker"))));
        return page.size() <= limit
                ? new SessionPage(page, null)
                : new SessionPage(page.subList(0, limit), page.get(limit - 1).sessionId());
    }

    @Override
    public int workShards() {
        return 1;
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        long nowMs = options.clock().millis();
        // Whoever asks again and again while nothing is due does not keep others from writing.
        TakeWorkResult due = readers.run(link -> new WorkMarks(link).due(request, nowMs));
        return due.marks().isEmpty() ? due : writer.run(link -> new WorkMarks(link).take(request, nowMs));
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return readers.run(link -> new WorkMarks(link).page(from, limit));
    }

    @Override
    public void connect(Signals signals) {
        watcher = new ChangeWatcher(file, writer, signals, self, options.pollInterval());
    }

    @Override
    public void announce(Wakeup wakeup) {
        if (watcher != null) {
            watcher.told(wakeup.sessionId(), wakeup.frontier());
        }
    }

    @Override
    public void announce(PresencePatch patch) {}

    @Override
    public void close() {
        if (watcher != null) {
            watcher.close();
        }
        // The writer last: only a connection that may write takes the log away when it is the last one.
        readers.close();
        writer.close();
    }
}

package dev.a2.store.sql.postgres;

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
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.WorkPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows in a Postgres database, one writer at a time for each session, and word to other stores of what was done. */
final class PostgresRows implements RowStore {
    private final Database database;
    private final Turns turns;
    private final Announcer announcer;
    private final Notice.Names names;
    private final Duration pollInterval;
    private @Nullable Signals signals;
    private @Nullable Watcher watcher;

    PostgresRows(Database database, PostgresStore.Options options) {
        this(database, options, new Announcer(database, Notice.Names.of(options.schema(), Notice.newOrigin())));
    }

    PostgresRows(Database database, PostgresStore.Options options, Announcer announcer) {
        this.database = database;
        this.turns = new Turns(database.failures(), database.waitLimit());
        this.pollInterval = options.pollInterval();
        this.names = announcer.names();
        this.announcer = announcer;
    }

    Database database() {
        return database;
    }

    @Override
    public <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work) {
        return turns.run(
                sessionId,
                () -> database.run(Sql.TRANSACTION_BEGIN_WRITE, transaction -> {
                    SessionLine line = new SessionLine(transaction, sessionId);
                    transaction
                            .query(Sql.SESSIONS_LOCK)
                            .set("session_id", sessionId)
                            .each(line::found);
                    PostgresSession session = open(transaction, line);
                    T result = work.apply(session);
                    transaction.afterCommit(() -> announceLater(sessionId, session));
                    return result;
                }));
    }

    /** A session inside a transaction of the caller's. */
    PostgresSession join(Transaction transaction, String sessionId) {
        SessionLine line = new SessionLine(transaction, sessionId);
        transaction.change(Sql.SESSIONS_ADD_IF_ABSENT).set("session_id", sessionId);
        transaction.query(Sql.SESSIONS_LOCK).set("session_id", sessionId).each(line::found);
        return open(transaction, line);
    }

    private PostgresSession open(Transaction transaction, SessionLine line) {
        database.clock(transaction).each(line::now);
        return new PostgresSession(transaction, line, names.origin());
    }

    /** What the kernel does not announce: others may have something to do, or presence to read. */
    private void announceLater(String sessionId, PostgresSession session) {
        if (session.hasMarked()) {
            announcer.work();
        }
        if (session.presenceChange() > 0) {
            announcer.presence(sessionId, session.presenceChange());
        }
    }

    @Override
    public <T extends @Nullable Object> T glance(String sessionId, Function<SessionRows, T> work) {
        return read(sessionId, true, work);
    }

    @Override
    public <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work) {
        return read(sessionId, false, work);
    }

    private <T extends @Nullable Object> T read(String sessionId, boolean once, Function<SessionRows, T> work) {
        return database.run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            if (once) {
                transaction.endsWithFirstAnswer();
            }
            SessionLine line = new SessionLine(transaction, sessionId);
            transaction.query(Sql.SESSIONS_FIND).set("session_id", sessionId).each(line::found);
            return work.apply(open(transaction, line));
        });
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        List<SessionBounds> page = new ArrayList<>();
        database.<@Nullable Void>run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            page.clear();
            transaction
                    .query(Sql.SESSIONS_PAGE)
                    .set("from", from == null ? "" : from)
                    .set("limit", limit + 1L)
                    .list(
                            page,
                            row -> new SessionBounds(
                                    row.text("session_id"), row.number("frontier"), row.number("marker")));
            transaction.send();
            return null;
        });
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
        List<WorkMark> marks = new ArrayList<>();
        List<Instant> next = new ArrayList<>();
        database.<@Nullable Void>run(Sql.TRANSACTION_BEGIN_WRITE, transaction -> {
            marks.clear();
            next.clear();
            database.clock(transaction);
            transaction
                    .change(Sql.WORK_TAKE)
                    .texts("consumer", request.consumers())
                    .set("limit", request.limit())
                    .set("lease_ms", request.lease().toMillis())
                    .each(row -> {
                        Long dueMs = row.numberOrNull("due_ms");
                        if (row.textOrNull("session_id") != null) {
                            marks.add(Mapping.mark(row));
                        } else if (dueMs != null) {
                            next.add(Instant.ofEpochMilli(dueMs));
                        }
                    });
            return null;
        });
        return new TakeWorkResult(marks, next.isEmpty() ? null : next.get(0));
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return database.run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            Step page = transaction
                    .query(Sql.WORK_PAGE)
                    .set("from", from == null ? "" : from)
                    .set("limit", limit + 1L);
            return WorkPage.cut(
                    marks(transaction, page),
                    limit,
                    split -> marks(
                            transaction, transaction.query(Sql.WORK_OF_SESSION).set("session_id", split)));
        });
    }

    private static List<WorkMark> marks(Transaction transaction, Step step) {
        List<WorkMark> marks = new ArrayList<>();
        step.list(marks, Mapping::mark);
        transaction.send();
        return marks;
    }

    @Override
    public void connect(Signals signals) {
        this.signals = signals;
        watcher = new Watcher(database, signals, names, pollInterval);
    }

    @Override
    public void announce(Wakeup wakeup) {
        announcer.events(wakeup.sessionId(), wakeup.frontier());
        if (watcher != null) {
            watcher.told(wakeup.sessionId(), wakeup.frontier());
        }
    }

    /** Tells everybody of an append that was committed with a transaction of the caller's. */
    void announceJoined(Wakeup wakeup) {
        announce(wakeup);
        if (signals != null) {
            signals.woke(wakeup);
            signals.workCameUp();
        }
    }

    /** Went out with the write: by then others can read it. */
    @Override
    public void announce(PresencePatch patch) {}

    @Override
    public void close() {
        announcer.close();
        if (watcher != null) {
            watcher.close();
        }
        database.close();
    }
}

package dev.a2.store.sql.sqlite;

import dev.a2.store.Wakeup;
import dev.a2.store.kernel.Signals;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what other processes, and other stores in this one, did to the file, and keeps its log short. Looks every few
 * milliseconds whether somebody else wrote, which costs next to nothing, and only then what it was.
 */
final class ChangeWatcher implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ChangeWatcher.class.getName());

    /** How long shortening the log may keep writers waiting at first. */
    private static final Duration UPKEEP_LIMIT = Duration.ofMillis(200);

    /** When to try again after a reader did not let go, unless the log grew by an eighth before. */
    private static final Duration UPKEEP_AGAIN = Duration.ofSeconds(2);

    /** With so many new events more than twice the watched sessions, those are looked up one by one instead. */
    private static final int FEW_EVENTS = 1_000;

    private final SqliteFile file;
    private final GroupWriter writer;
    private final Signals signals;
    private final String self;
    private final long everyNanos;
    private final Thread thread;

    /** How far listeners of a watched session were told that its log reaches. */
    private final Map<String, Long> told = new ConcurrentHashMap<>();

    private volatile boolean closed;

    // Used by the thread alone.
    private @Nullable Link link;
    private long outsideWrites;
    private long position;
    private long presenceChange;
    private long upkeepFromNanos = System.nanoTime();
    private long upkeepFromBytes;
    private Duration upkeepLimit = UPKEEP_LIMIT;

    /**
     * A watcher that begins to watch.
     *
     * @param self the mark of presence that was written here
     */
    ChangeWatcher(SqliteFile file, GroupWriter writer, Signals signals, String self, Duration every) {
        this.file = file;
        this.writer = writer;
        this.signals = signals;
        this.self = self;
        this.everyNanos = every.toNanos();
        this.outsideWrites = writer.outsideWrites();
        begin();
        this.thread = Thread.ofPlatform().name("a2-sqlite-watch").daemon().start(this::watch);
    }

    /** Nothing before this moment is news. */
    private void begin() {
        Link open = open();
        position = newestPosition(open);
        presenceChange = new PresenceTable(open).newestChange();
    }

    private Link open() {
        Link open = link;
        if (open == null) {
            open = file.openWriting(UPKEEP_LIMIT);
            link = open;
        }
        return open;
    }

    /** Listeners here heard already that a log reaches so far. */
    void told(String sessionId, long frontier) {
        told.computeIfPresent(sessionId, (id, known) -> Math.max(known, frontier));
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, everyNanos);
            try {
                long writes = writer.outsideWrites();
                if (writes != outsideWrites && !closed) {
                    look(open());
                    outsideWrites = writes;
                }
                shortenLog();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "could not look for changes; looking again", e);
                drop();
            }
        }
    }

    private void look(Link open) {
        Set<String> watched = signals.watchedLogs();
        told.keySet().retainAll(watched);
        long newest = newestPosition(open);
        if (newest - position > FEW_EVENTS + 2L * watched.size()) {
            watched.forEach(sessionId ->
                    wake(sessionId, SessionView.find(open, sessionId).row().frontier()));
        } else if (!watched.isEmpty()) {
            open
                    .query(Sql.EVENTS_GROWN_SINCE)
                    .set("position", position)
                    .list(row -> new Grown(row.text("session_id"), row.number("event_index")))
                    .stream()
                    .filter(grown -> watched.contains(grown.sessionId()))
                    .forEach(grown -> wake(grown.sessionId(), grown.frontier()));
        }
        position = newest;
        lookForPresence(open);
        if (signals.watchesWork()) {
            signals.workCameUp();
        }
    }

    private record Grown(String sessionId, long frontier) {}

    private void wake(String sessionId, long frontier) {
        Long known = told.put(sessionId, frontier);
        if (known == null || frontier > known) {
            signals.woke(new Wakeup(sessionId, frontier, List.of()));
        }
    }

    private void lookForPresence(Link open) {
        PresenceTable presence = new PresenceTable(open);
        long newest = presence.newestChange();
        Set<String> watched = signals.watchedPresence();
        if (!watched.isEmpty() && newest != presenceChange) {
            presence.changesSince(presenceChange, self).stream()
                    .filter(patch -> watched.contains(patch.sessionId()))
                    .forEach(signals::applied);
        }
        presenceChange = newest;
    }

    private static long newestPosition(Link open) {
        Long newest = open.query(Sql.EVENTS_NEWEST_POSITION).first(row -> row.numberOrNull("position"));
        return newest == null ? 0 : newest;
    }

    /** F50: a log whose readers overlap without end never starts over by itself. */
    private void shortenLog() {
        long bytes = file.logBytes();
        boolean again = System.nanoTime() - upkeepFromNanos >= 0 || bytes > upkeepFromBytes;
        if (bytes > SqliteFile.LONG_LOG_BYTES && again) {
            writer.pauseFor(() -> restartLog(bytes));
        }
    }

    /** On a busy machine a reader may need longer than usual: each attempt in vain makes the next more patient. */
    private void restartLog(long bytes) {
        long patience = System.nanoTime() + upkeepLimit.toNanos();
        boolean done = false;
        while (!done && !closed && System.nanoTime() - patience < 0) {
            Long busy = open().query(Sql.FILE_RESTART_LOG).first(row -> row.number("busy"));
            done = busy != null && busy == 0;
        }
        Duration doubled = upkeepLimit.plus(upkeepLimit);
        Duration longest = file.waitLimit().dividedBy(4);
        upkeepLimit = done || longest.compareTo(UPKEEP_LIMIT) < 0 ? UPKEEP_LIMIT : min(doubled, longest);
        upkeepFromNanos = System.nanoTime() + (done ? 0 : UPKEEP_AGAIN.toNanos());
        upkeepFromBytes = bytes + bytes / 8;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void drop() {
        Link old = link;
        link = null;
        if (old != null) {
            try {
                old.close();
            } catch (SqlFailure e) {
                LOG.log(Level.DEBUG, "closing the connection that watches", e);
            }
        }
        signals.missed();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Link old = link;
        if (old != null) {
            old.close();
        }
    }
}

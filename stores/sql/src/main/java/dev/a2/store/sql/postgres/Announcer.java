package dev.a2.store.sql.postgres;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells other stores what was done, behind the back of who did it: a commit with a notification waits for all other such
 * commits of the server, and fails when the server's queue is full. So notices go out by themselves, many at a time, and no
 * write depends on them (APP-14). What cannot be sent is lost, as any hint may be.
 */
final class Announcer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Announcer.class.getName());

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    /** Without a session's digest. */
    private static final String NOBODY = "0".repeat(32);

    private final Database database;
    private final Notice.Names names;

    // Guarded by this.
    private final Map<String, Long> events = new LinkedHashMap<>();
    private final Map<String, Long> presence = new LinkedHashMap<>();
    private boolean work;
    private boolean sending;
    private boolean closed;

    /** Used by the thread that sends alone. */
    private boolean failing;

    Announcer(Database database, Notice.Names names) {
        this.database = database;
        this.names = names;
    }

    Notice.Names names() {
        return names;
    }

    /** A log grew; so there may be work too. */
    void events(String sessionId, long frontier) {
        send(() -> events.merge(sessionId, frontier, Math::max));
    }

    /** Presence changed; a notice tells the first change that it stands for, so that who knows of none reads them all. */
    void presence(String sessionId, long change) {
        send(() -> presence.merge(sessionId, change, Math::min));
    }

    /** There may be work. */
    void work() {
        send(() -> work = true);
    }

    private synchronized void send(Runnable word) {
        if (!closed) {
            word.run();
            if (!sending) {
                sending = true;
                Thread.ofVirtual().name("a2-postgres-announce").start(this::drain);
            }
        }
    }

    private void drain() {
        for (List<String> payloads = next(); !payloads.isEmpty(); payloads = next()) {
            List<String> batch = payloads;
            try {
                database.<@Nullable Void>automatically(connection -> {
                    notify(connection, batch);
                    return null;
                });
                failing = false;
            } catch (RuntimeException e) {
                LOG.log(
                        failing ? Level.DEBUG : Level.WARNING,
                        "other stores could not be told; they find out later",
                        e);
                failing = true;
            }
        }
    }

    /** What waits; nothing ends the thread. */
    private synchronized List<String> next() {
        List<String> payloads = new ArrayList<>();
        events.forEach((id, frontier) -> payloads.add(names.payload(Notice.Kind.EVENTS, Notice.digest(id), frontier)));
        presence.forEach((id, change) -> payloads.add(names.payload(Notice.Kind.PRESENCE, Notice.digest(id), change)));
        if (work && events.isEmpty()) {
            payloads.add(names.payload(Notice.Kind.WORK, NOBODY, 0));
        }
        events.clear();
        presence.clear();
        work = false;
        sending = !payloads.isEmpty();
        notifyAll();
        return payloads;
    }

    /** Sends a notice that comes back to who listens, as a test. */
    static void test(Connection connection, Notice.Names names, long number) {
        notify(connection, List.of(names.payload(Notice.Kind.TEST, NOBODY, number)));
    }

    private static void notify(Connection connection, List<String> payloads) {
        Trip trip = new Trip();
        trip.add(Sql.WATCH_NOTIFY).texts("payload", payloads);
        trip.run(connection);
    }

    /** Waits for a moment until what was left is sent: a program that appends and ends is heard all the same. */
    @Override
    public synchronized void close() {
        closed = true;
        long end = System.nanoTime() + CLOSE_LIMIT.toNanos();
        try {
            for (long left = CLOSE_LIMIT.toMillis();
                    sending && left > 0;
                    left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.a2.server.feed;

import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Pages of a session's log as frames, for subscribers that have to catch up. Those that ask for the same page at the same time
 * share one read (F62). A page holds about {@value #TARGET_BYTES} bytes, so that many slow readers hold little.
 */
final class Pages {
    private static final int TARGET_BYTES = 128 << 10;
    private static final int FEWEST = 4;
    private static final int MOST = 500;

    private final SessionStore store;
    private final String sessionId;
    private final ConcurrentMap<Long, FutureTask<Page>> reads = new ConcurrentHashMap<>();

    /** How many events make a page, by the sizes seen so far. */
    private volatile int events = 64;

    /**
     * A part of the log.
     *
     * @param frontier where the log ended when it was read
     */
    record Page(List<Frame> frames, long frontier) {}

    Pages(SessionStore store, String sessionId) {
        this.store = store;
        this.sessionId = sessionId;
    }

    /** What follows an index; nothing if that is the end. */
    Page after(long index) {
        FutureTask<Page> mine = new FutureTask<>(() -> read(index));
        FutureTask<Page> others = reads.putIfAbsent(index, mine);
        FutureTask<Page> read = others == null ? mine : others;
        try {
            if (others == null) {
                try {
                    mine.run();
                } finally {
                    reads.remove(index, mine);
                }
            }
            return read.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Page(List.of(), 0);
        }
    }

    private Page read(long index) {
        SessionBounds bounds = store.bounds(sessionId);
        // After a clear it goes on at the marker (I13).
        long after = Math.max(index, bounds.clearIndex() - 1);
        if (after >= bounds.frontier()) {
            return new Page(List.of(), bounds.frontier());
        }
        List<Event> page = store.readHistory(sessionId, after, after + events);
        long bytes = 0;
        for (Event event : page) {
            bytes += event.payload().size() + 200L;
        }
        if (!page.isEmpty()) {
            long fitting = TARGET_BYTES * (long) page.size() / bytes;
            events = (int) Math.max(FEWEST, Math.min(MOST, fitting));
        }
        return new Page(page.stream().map(Frame::of).toList(), bounds.frontier());
    }
}

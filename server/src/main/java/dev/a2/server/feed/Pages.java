package dev.a2.server.feed;

import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/**
 * Pages of a session's log as frames, for subscribers that have to catch up. Those that ask for the same page at the same time
 * share one read (F62). A page holds about {@value #TARGET_BYTES} bytes, so that many slow readers hold little.
 */
final class Pages {
    private static final int TARGET_BYTES = 64 << 10;
    private static final int MOST = 256;
    private static final int GROWTH = 4;

    private final SessionStore store;
    private final String sessionId;
    private final Semaphore reads;
    private final ConcurrentMap<Long, FutureTask<Page>> underWay = new ConcurrentHashMap<>();

    /** How many events make a page, by the sizes seen so far. */
    private volatile int events = 16;

    /**
     * A part of the log.
     *
     * @param frontier where the log ended when it was read
     * @param bytes how much the frames hold
     */
    record Page(List<Frame> frames, long frontier, long bytes) {
        /** Nothing, from which nothing follows. */
        static final Page NONE = new Page(List.of(), 0, 0);
    }

    /**
     * Pages of a session.
     *
     * @param reads how many may read at once, of all sessions: events can be large, and their sizes show only afterwards
     */
    Pages(SessionStore store, String sessionId, Semaphore reads) {
        this.store = store;
        this.sessionId = sessionId;
        this.reads = reads;
    }

    /** What follows an index; nothing if that is the end. */
    Page after(long index) {
        FutureTask<Page> mine = new FutureTask<>(() -> read(index));
        FutureTask<Page> others = underWay.putIfAbsent(index, mine);
        FutureTask<Page> read = others == null ? mine : others;
        try {
            if (others == null) {
                try {
                    mine.run();
                } finally {
                    underWay.remove(index, mine);
                }
            }
            return read.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Page.NONE;
        }
    }

    private Page read(long index) {
        // An interrupt is for one subscriber, and others may share this.
        reads.acquireUninterruptibly();
        try {
            SessionBounds bounds = store.bounds(sessionId);
            // After a clear it goes on at the marker (I13).
            long after = Math.max(index, bounds.clearIndex() - 1);
            if (after >= bounds.frontier()) {
                return new Page(List.of(), bounds.frontier(), 0);
            }
            return cut(store.readHistory(sessionId, after, after + events), bounds.frontier());
        } finally {
            reads.release();
        }
    }

    private Page cut(List<Event> read, long frontier) {
        List<Frame> frames = new ArrayList<>();
        long bytes = 0;
        for (Event event : read) {
            if (bytes >= TARGET_BYTES) {
                break;
            }
            Frame frame = Frame.of(event);
            frames.add(frame);
            bytes += frame.bytes().length;
        }
        if (!frames.isEmpty()) {
            long fitting = TARGET_BYTES * (long) frames.size() / bytes;
            events = Math.clamp(fitting, 1, Math.min(MOST, GROWTH * events));
        }
        return new Page(List.copyOf(frames), frontier, bytes);
    }
}

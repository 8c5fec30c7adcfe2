package dev.a2;

import dev.a2.store.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One feed's place in a session's log. One thread at a time takes from it.
 *
 * <p>Its buffer is bounded: a live cursor that is full falls behind (FEED-4), keeps what it has, and reads on in pages when
 * that is taken. State is guarded by the channel's lock.
 */
final class FeedCursor {
    private static final int MOST_EVENTS = 256;
    private static final int MOST_BYTES = 1 << 20;

    private final FeedChannel channel;
    private final Runnable signal;
    private final Queue<Event> buffer = new ArrayDeque<>();
    private int bufferedBytes;
    /** The newest event that was buffered. */
    private long position;
    /** The newest event that was taken. */
    private long taken;

    private boolean live;
    private boolean closed;
    private @Nullable HistoryLostException loss;
    private int failures;

    FeedCursor(FeedChannel channel, long afterIndex, Runnable signal) {
        this.channel = channel;
        this.position = afterIndex;
        this.taken = afterIndex;
        this.signal = signal;
    }

    void signal() {
        signal.run();
    }

    /**
     * The next event; null if there is none now: a signal follows when there may be one.
     *
     * @throws HistoryLostException from when the log turned out to be another one
     */
    @Nullable Event take() {
        while (true) {
            long from;
            channel.lock().lock();
            try {
                if (loss != null && !closed) {
                    throw loss;
                }
                Event next = buffer.poll();
                if (next != null) {
                    bufferedBytes -= next.payload().size();
                    taken = next.index();
                    return next;
                }
                live = live || channel.isCaughtUp(position);
                if (closed || live) {
                    return null;
                }
                from = position;
            } finally {
                channel.lock().unlock();
            }
            if (!readPage(from)) {
                return null;
            }
        }
    }

    /** Whether the page had events. */
    private boolean readPage(long from) {
        List<Event> page;
        try {
            page = continuing(from, channel.page(from));
        } catch (RuntimeException e) {
            channel.failed(this, ++failures, e);
            return false;
        }
        failures = 0;
        channel.lock().lock();
        try {
            if (closed || loss != null) {
                return loss != null;
            }
            page.forEach(this::add);
            return !page.isEmpty();
        } finally {
            channel.lock().unlock();
        }
    }

    /** The page, if it continues the log: an event may be missing only before a marker. */
    private static List<Event> continuing(long from, List<Event> page) {
        long last = from;
        List<Event> events = new ArrayList<>(page.size());
        for (Event event : page) {
            if (event.index() != last + 1 && !FeedChannel.isMarker(event)) {
                throw new IllegalStateException("event " + (last + 1) + " of session " + event.sessionId()
                        + " is missing before event " + event.index());
            }
            last = event.index();
            events.add(event);
        }
        return events;
    }

    private void add(Event event) {
        buffer.add(event);
        bufferedBytes += event.payload().size();
        position = event.index();
    }

    // ---- for the channel, under its lock

    boolean isLive() {
        return live;
    }

    /** Takes an event that continues the tail, if it is live and has room; whether it did. */
    boolean offer(Event event) {
        if (!live || event.index() <= position) {
            return false;
        }
        if (buffer.size() >= MOST_EVENTS || bufferedBytes + event.payload().size() > MOST_BYTES && !buffer.isEmpty()) {
            live = false;
            return false;
        }
        add(event);
        return true;
    }

    void fail(HistoryLostException why) {
        loss = why;
        live = false;
        buffer.clear();
        bufferedBytes = 0;
    }

    void fallBehind(long tail) {
        live = live && position >= tail;
    }

    // ---- for its owner

    long position() {
        channel.lock().lock();
        try {
            return taken;
        } finally {
            channel.lock().unlock();
        }
    }

    /** How many events wait to be taken. */
    int buffered() {
        channel.lock().lock();
        try {
            return buffer.size();
        } finally {
            channel.lock().unlock();
        }
    }

    boolean isClosed() {
        channel.lock().lock();
        try {
            return closed;
        } finally {
            channel.lock().unlock();
        }
    }

    void close() {
        channel.lock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            buffer.clear();
        } finally {
            channel.lock().unlock();
        }
        channel.leftBy(this);
        signal.run();
    }
}

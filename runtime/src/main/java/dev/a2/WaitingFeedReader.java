package dev.a2;

import dev.a2.store.Event;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A reader that waits at a gate for its cursor's signals. */
final class WaitingFeedReader<T> implements FeedReader<T> {
    private static final Duration A_WHILE = Duration.ofMinutes(1);

    private final Platform platform;
    private final Gate gate;
    private final FeedCursor cursor;
    private final Function<Event, Optional<T>> view;
    private @Nullable T next;

    WaitingFeedReader(FeedHub hub, String sessionId, long afterIndex, Function<Event, Optional<T>> view) {
        this.platform = hub.platform();
        this.gate = platform.newGate();
        this.view = view;
        this.cursor = hub.open(sessionId, afterIndex, gate::open);
    }

    @Override
    public boolean hasNext() {
        while (next == null && !cursor.isClosed()) {
            try {
                next = within(A_WHILE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return next != null;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the feed was closed, or its thread interrupted");
        }
        return handOut();
    }

    private T handOut() {
        T item = next;
        next = null;
        if (item == null) {
            throw new NoSuchElementException("a feed is read by one thread at a time");
        }
        return item;
    }

    @Override
    public Optional<T> poll(Duration limit) {
        try {
            if (next == null) {
                next = within(limit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return next == null ? Optional.empty() : Optional.of(handOut());
    }

    private @Nullable T within(Duration limit) throws InterruptedException {
        long start = platform.nanoTime();
        while (true) {
            for (Event event = cursor.take(); event != null; event = cursor.take()) {
                Optional<T> seen = view.apply(event);
                if (seen.isPresent()) {
                    return seen.get();
                }
            }
            Duration left = limit.minusNanos(platform.nanoTime() - start);
            if (cursor.isClosed() || left.isNegative() || left.isZero()) {
                return null;
            }
            gate.await(left);
        }
    }

    @Override
    public long position() {
        return cursor.position();
    }

    @Override
    public void close() {
        cursor.close();
    }
}

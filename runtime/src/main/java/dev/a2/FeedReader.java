package dev.a2;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;

/**
 * An open feed, read by one thread at a time: an iterator that waits.
 *
 * <p>{@link #hasNext} waits until there is an event, and is false only once the reader or its A2 is closed, or the thread
 * was interrupted (whose flag stays set). Where a store lost events that it had acknowledged, a reader of that session gets
 * {@link HistoryLostException} instead of a mixture of two histories.
 *
 * @param <T> what it yields
 */
public interface FeedReader<T> extends Iterator<T>, AutoCloseable {
    /** The next event, if there is one within the limit. */
    Optional<T> poll(Duration limit);

    /** The index of the newest event that was handed out or passed over: where another feed would go on. */
    long position();

    /** Ends it; a waiting thread returns at once. Repeatable, from any thread. */
    @Override
    void close();
}

package dev.a2;

import dev.a2.store.Subscription;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A session's events from an index on, live: each once, in order, without gaps, whatever is lost on the way (I13).
 *
 * <p>A feed is a description; each opening, subscription or callback is a reader of its own, and as many as you like
 * share one subscription to the store. A slow reader holds bounded memory and slows nobody else. After a clear, readers
 * go on at the marker. Closing the A2 ends all readers. So does a store that lost acknowledged events, with
 * {@link HistoryLostException}.
 *
 * @param <T> what it yields
 */
public interface Feed<T> {
    /** A reader that waits for events on the calling thread. Close it. */
    FeedReader<T> open();

    /** Publishes to each subscriber on tasks of its own, as much as it asked for. Completes when the A2 is closed. */
    Flow.Publisher<T> publisher();

    /** Calls back for each event, one after the other, until the result is closed. A callback that throws ends it. */
    Subscription onEach(Consumer<? super T> callback);
}

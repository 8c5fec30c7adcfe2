package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.Subscription;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;

/** A feed of one session. */
final class SessionFeed<T> implements Feed<T> {
    private final FeedHub hub;
    private final String sessionId;
    private final long afterIndex;
    private final Function<Event, Optional<T>> view;

    /**
     * A feed.
     *
     * @param view what it yields of an event, if anything
     */
    SessionFeed(FeedHub hub, String sessionId, long afterIndex, Function<Event, Optional<T>> view) {
        if (afterIndex < 0) {
            throw new IllegalArgumentException("a feed starts after index 0 or a later one, not " + afterIndex);
        }
        this.hub = hub;
        this.sessionId = sessionId;
        this.afterIndex = afterIndex;
        this.view = view;
    }

    @Override
    public FeedReader<T> open() {
        return new WaitingFeedReader<>(hub, sessionId, afterIndex, view);
    }

    @Override
    public Flow.Publisher<T> publisher() {
        return subscriber -> {
            Objects.requireNonNull(subscriber, "subscriber");
            new FeedSubscription<>(hub, view, subscriber).begin(sessionId, afterIndex);
        };
    }

    @Override
    public Subscription onEach(Consumer<? super T> callback) {
        FeedSubscription<T> subscription = new FeedSubscription<>(hub, view, new CallbackSubscriber<>(callback));
        subscription.begin(sessionId, afterIndex);
        return subscription::cancel;
    }

    /** Asks for everything. What the callback throws ends it, by the rules of its subscription. */
    private record CallbackSubscriber<T>(Consumer<? super T> callback) implements Flow.Subscriber<T> {
        private static final System.Logger LOG = System.getLogger(Feed.class.getName());

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T item) {
            callback.accept(item);
        }

        @Override
        public void onError(Throwable error) {
            LOG.log(System.Logger.Level.WARNING, "a feed's callback ended", error);
        }

        @Override
        public void onComplete() {}
    }
}

package dev.a2;

import dev.a2.store.Event;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pushes a cursor's events to a subscriber as it asks for them. Each signal or request starts a task that pushes what
 * there is, unless one is at it already, which then goes round once more; so a subscriber hears one thing at a time.
 */
final class FeedSubscription<T> implements Flow.Subscription {
    private final FeedHub hub;
    private final Function<Event, Optional<T>> view;
    private final Flow.Subscriber<? super T> subscriber;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable FeedCursor cursor;
    private long demand;
    private boolean pushing;
    private boolean again;
    private boolean ended;
    private @Nullable Throwable misuse;

    FeedSubscription(FeedHub hub, Function<Event, Optional<T>> view, Flow.Subscriber<? super T> subscriber) {
        this.hub = hub;
        this.view = view;
        this.subscriber = subscriber;
    }

    void begin(String sessionId, long afterIndex) {
        FeedCursor opened = hub.open(sessionId, afterIndex, this::wake);
        lock.lock();
        try {
            cursor = opened;
            // Nothing is pushed before onSubscribe returned.
            pushing = true;
        } finally {
            lock.unlock();
        }
        subscriber.onSubscribe(this);
        hub.platform().start("a2 feed pushes", this::push);
    }

    @Override
    public void request(long n) {
        lock.lock();
        try {
            if (n <= 0) {
                misuse = new IllegalArgumentException("a subscriber must request at least 1, not " + n);
            } else {
                demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
            }
        } finally {
            lock.unlock();
        }
        wake();
    }

    @Override
    public void cancel() {
        FeedCursor open;
        lock.lock();
        try {
            ended = true;
            open = cursor;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
    }

    private void wake() {
        lock.lock();
        try {
            if (ended || cursor == null) {
                return;
            }
            if (pushing) {
                again = true;
                return;
            }
            pushing = true;
        } finally {
            lock.unlock();
        }
        hub.platform().start("a2 feed pushes", this::push);
    }

    private void push() {
        try {
            do {
                pushAll();
            } while (goesOn());
        } catch (Throwable e) {
            end(e);
        }
    }

    private boolean goesOn() {
        lock.lock();
        try {
            pushing = again && !ended;
            again = false;
            return pushing;
        } finally {
            lock.unlock();
        }
    }

    private void pushAll() {
        FeedCursor from = cursor;
        while (from != null && mayPush()) {
            Event event = from.take();
            if (event == null) {
                if (from.isClosed()) {
                    end(null);
                }
                return;
            }
            Optional<T> seen = view.apply(event);
            if (seen.isPresent()) {
                spend();
                subscriber.onNext(seen.get());
            }
        }
        if (from != null && from.isClosed()) {
            end(null);
        }
    }

    private boolean mayPush() {
        Throwable wrong;
        lock.lock();
        try {
            wrong = misuse;
            if (wrong == null) {
                return demand > 0 && !ended;
            }
        } finally {
            lock.unlock();
        }
        end(wrong);
        return false;
    }

    private void spend() {
        lock.lock();
        try {
            if (demand != Long.MAX_VALUE) {
                demand--;
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable error) {
        lock.lock();
        try {
            if (ended) {
                return;
            }
        } finally {
            lock.unlock();
        }
        cancel();
        if (error == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(error);
        }
    }
}

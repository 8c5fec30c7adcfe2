package dev.a2;

import dev.a2.StateReader.StateAt;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The context of one attempt. Threads that a handler starts itself may use it, too. */
final class AttemptContext<E> implements HandlerContext<E> {
    /** An event to append later. */
    record Timer<E>(E event, When due) {}

    private final A2<E> a2;
    private final Attempt attempt;
    private final HeadRef head;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Timer<E>> timers = new ArrayList<>();
    private final Map<Reducer<E, ?>, StateAt<?>> unpinned = new LinkedHashMap<>();
    private final Map<Reducer<E, ?>, StateAt<?>> states = new LinkedHashMap<>();

    AttemptContext(A2<E> a2, Attempt attempt) {
        this.a2 = a2;
        this.attempt = attempt;
        this.head = attempt.ref.head();
    }

    @Override
    public String sessionId() {
        return attempt.sessionId();
    }

    @Override
    public long index() {
        return head.index();
    }

    @Override
    public Event raw() {
        return attempt.head.event();
    }

    @Override
    public String consumer() {
        return head.consumer();
    }

    @Override
    public @Nullable String lane() {
        return head.lane();
    }

    @Override
    public int attempt() {
        return attempt.ref.attempt();
    }

    @Override
    public int failures() {
        return attempt.head.dispatch().failureCount();
    }

    @Override
    public String idempotencyKey() {
        return DerivedIds.idempotencyKey(sessionId(), head);
    }

    @Override
    public <S> S state(Reducer<E, S> reducer) {
        requireOwned();
        a2.contract().requireReducer(reducer);
        StateAt<?> state = known(reducer);
        if (state == null) {
            state = read(reducer);
        }
        return reducer.stateType().cast(state.state());
    }

    private @Nullable StateAt<?> known(Reducer<E, ?> reducer) {
        lock.lock();
        try {
            return states.get(reducer);
        } finally {
            lock.unlock();
        }
    }

    private StateAt<?> read(Reducer<E, ?> reducer) {
        String reader = head.lane() == null ? head.consumer() : head.consumer() + "/" + head.lane();
        StateAt<?> state = a2.states().read(sessionId(), reducer, reader, index());
        if (state.clearIndex() >= index()) {
            throw superseded("its session was cleared");
        }
        boolean pinNow = a2.states().tookLong(state);
        if (pinNow) {
            a2.states().pin(sessionId(), reducer, state, head);
        }
        lock.lock();
        try {
            states.put(reducer, state);
            if (!pinNow && a2.states().isFar(state)) {
                unpinned.put(reducer, state);
            }
        } finally {
            lock.unlock();
        }
        return state;
    }

    /** Before the attempt fails: the next one must not fold from the beginning, should the log have moved far on. */
    void pinStates() {
        Map<Reducer<E, ?>, StateAt<?>> all;
        lock.lock();
        try {
            all = new LinkedHashMap<>(unpinned);
        } finally {
            lock.unlock();
        }
        all.forEach((reducer, state) -> a2.states().pin(sessionId(), reducer, state, head));
    }

    @Override
    public <T extends E> Recorded<T> emit(String key, T event) {
        requireOwned();
        NewEvent emitted =
                a2.encoder().event(DerivedIds.emitted(attempt.head, key), event).causedBy(attempt.ref);
        AppendRequest request = AppendRequest.of(sessionId(), List.of(emitted))
                .serving(a2.encoder().served());
        return new Recorded<>(event, a2.append(request).get(0));
    }

    @Override
    public void schedule(E event, Instant at) {
        add(new Timer<>(event, Timers.at(at)));
    }

    @Override
    public void schedule(E event, Duration delay) {
        add(new Timer<>(event, Timers.after(delay)));
    }

    private void add(Timer<E> timer) {
        requireOwned();
        lock.lock();
        try {
            timers.add(timer);
        } finally {
            lock.unlock();
        }
    }

    /** What was scheduled. */
    List<Timer<E>> timers() {
        lock.lock();
        try {
            return List.copyOf(timers);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isCancelled() {
        return attempt.isCancelled();
    }

    @Override
    public Session<E> session() {
        return a2.session(sessionId());
    }

    @Override
    public Session<E> session(String sessionId) {
        return a2.session(sessionId);
    }

    private void requireOwned() {
        if (attempt.isOver()) {
            throw superseded("it is over");
        }
    }

    private StoreException superseded(String why) {
        return new StoreException(
                ErrorCode.SUPERSEDED_ATTEMPT,
                "attempt " + attempt() + " of consumer " + consumer() + " at index " + index() + " of session "
                        + sessionId() + " can write no more: " + why);
    }
}

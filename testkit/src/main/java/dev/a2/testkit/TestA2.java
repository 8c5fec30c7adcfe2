package dev.a2.testkit;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.ManualPlatform;
import dev.a2.Session;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A contract under test: on a store in memory, with a clock that stands still, run by the test.
 *
 * <p>Nothing happens by itself. Append, {@link #drain} to run what is due, {@link #advance} to let time pass, and say what
 * you expect:
 *
 * <pre>{@code
 * try (TestA2<OrderEvent> test = TestA2.of(contract)) {
 *     test.session("order-17").append(new Placed("sku-1", 2));
 *     test.drain();
 *     test.expect("order-17")
 *         .events(new Placed("sku-1", 2), new Paid("receipt"))
 *         .stateMatches(ORDER, Order::isPaid)
 *         .settled();
 * }
 * }</pre>
 *
 * @param <E> the contract's events
 */
public final class TestA2<E> implements AutoCloseable {
    /** Between polls nothing is missed here: what is due when is known. So that months pass quickly, there are few. */
    private static final Duration POLL = Duration.ofHours(1);

    private final ManualPlatform platform;
    private final MemoryStorage storage;
    private final SessionStore store;
    private final A2<E> a2;

    private TestA2(
            Contract<E> contract, ManualPlatform platform, MemoryStorage storage, UnaryOperator<A2Options> change) {
        this.platform = platform;
        this.storage = storage;
        this.store = MemoryStore.open(
                storage,
                MemoryStore.Options.defaults()
                        .clock(platform.clock())
                        .ids(platform.ids())
                        .delivery(task -> platform.start("delivery", task)));
        A2Options options = change.apply(
                A2Options.defaults().pollInterval(POLL).sweepInterval(POLL).platform(platform));
        this.a2 = A2.open(contract, store, options);
        platform.drain();
    }

    /** A contract on an empty store. */
    public static <E> TestA2<E> of(Contract<E> contract) {
        return of(contract, options -> options);
    }

    /** A contract on an empty store, with other options. */
    public static <E> TestA2<E> of(Contract<E> contract, UnaryOperator<A2Options> change) {
        return new TestA2<>(contract, new ManualPlatform(), new MemoryStorage(), change);
    }

    /**
     * The same store after a restart, perhaps with another version of the contract. This one is closed, and its events,
     * timers and dead letters are there.
     */
    public <F> TestA2<F> restart(Contract<F> contract) {
        close();
        return new TestA2<>(contract, platform, storage, options -> options);
    }

    /** What is under test. */
    public A2<E> a2() {
        return a2;
    }

    /** The store below it. */
    public SessionStore store() {
        return store;
    }

    /** A session. */
    public Session<E> session(String sessionId) {
        return a2.session(sessionId);
    }

    /** Puts events into a session, as if they had happened: then runs what follows. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final TestA2<E> given(String sessionId, E... events) {
        a2.session(sessionId).append(List.of(events));
        drain();
        return this;
    }

    /** Runs everything that is due now, and what follows from it; time stands still. */
    public TestA2<E> drain() {
        platform.drain();
        return this;
    }

    /** Lets time pass, and runs everything that becomes due on the way: timers, retries, lapsed claims. */
    public TestA2<E> advance(Duration time) {
        platform.advance(time);
        return this;
    }

    /** The time here. */
    public Instant now() {
        return platform.clock().instant();
    }

    /** What to expect of a session, after everything that is due has run. */
    public SessionExpectations<E> expect(String sessionId) {
        drain();
        return new SessionExpectations<>(a2.session(sessionId));
    }

    /** Ends it. */
    @Override
    public void close() {
        a2.close();
        store.close();
    }
}

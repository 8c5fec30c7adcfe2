package dev.a2;

import dev.a2.store.SessionStore;

/**
 * A contract opened on a store: the way to sessions, and the worker that runs their handlers.
 *
 * <p>Open one per process and contract. It does not own the store: open both in one {@code try}, the store first.
 *
 * @param <E> the contract's events
 */
public final class A2<E> implements AutoCloseable {
    private final Contract<E> contract;
    private final SessionStore store;
    private final A2Options options;

    private A2(Contract<E> contract, SessionStore store, A2Options options) {
        this.contract = contract;
        this.store = store;
        this.options = options;
    }

    /** Opens a contract with the defaults; its handlers begin to run. */
    public static <E> A2<E> open(Contract<E> contract, SessionStore store) {
        return open(contract, store, A2Options.defaults());
    }

    /** Opens a contract. */
    public static <E> A2<E> open(Contract<E> contract, SessionStore store, A2Options options) {
        return new A2<>(contract, store, options);
    }

    /** A session by its name; it need not exist yet. Costs nothing. */
    public Session<E> session(String sessionId) {
        return new Session<>(this, sessionId);
    }

    /** What it was opened with. */
    public Contract<E> contract() {
        return contract;
    }

    /** What it was opened on. */
    public SessionStore store() {
        return store;
    }

    /** How it was opened. */
    public A2Options options() {
        return options;
    }

    /**
     * Stops: takes no new work, lets handlers finish for the grace period, then interrupts them and gives their claims
     * back; ends all feeds (RT-11). Repeatable.
     */
    @Override
    public void close() {}

    @SuppressWarnings({"TypeParameterUnusedInFormals", "DoNotCallSuggester"})
    <T> T notYet() {
        throw new UnsupportedOperationException();
    }
}

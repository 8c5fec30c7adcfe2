package dev.a2;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

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
    private final Encoder<E> encoder;
    private final Patience patience;
    private final StateReader<E> states;
    private final FeedHub feeds;
    private final Reclaimer reclaimer;
    private final @Nullable Worker worker;
    private final @Nullable Appender appender;
    private final AtomicBoolean closed = new AtomicBoolean();

    private A2(Contract<E> contract, SessionStore store, A2Options options) {
        this.contract = contract;
        this.store = store;
        this.options = options;
        Platform platform = options.platform();
        Observer observer = new Observer(options.listener());
        this.encoder = new Encoder<>(contract, options.codec());
        this.patience = new Patience(platform, options.patience());
        this.states = new StateReader<>(store, encoder, options, patience);
        this.feeds =
                new FeedHub(store, platform, observer, options.pollInterval().multipliedBy(5));
        this.reclaimer = new Reclaimer(store, platform, observer);
        this.worker = options.workers() ? new Worker(this, observer) : null;
        this.appender = worker == null ? null : new Appender(encoder, worker.dispatcher(), patience);
    }

    /** Opens a contract with the defaults; its handlers begin to run. */
    public static <E> A2<E> open(Contract<E> contract, SessionStore store) {
        return open(contract, store, A2Options.defaults());
    }

    /** Opens a contract. */
    public static <E> A2<E> open(Contract<E> contract, SessionStore store, A2Options options) {
        A2<E> a2 = new A2<>(contract, store, options);
        if (a2.worker != null) {
            a2.worker.start();
        }
        return a2;
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
     * An event as it came from elsewhere, for whoever the contract says must handle it: nobody if it does not know the type.
     *
     * @throws UndecodableEventException when a known type's payload does not fit it
     */
    public NewEvent newEvent(@Nullable String id, String type, Json payload) {
        return encoder.raw(id, type, payload);
    }

    /**
     * Appends events that are ready to be stored, and sees to the work that follows; the call is repeated while the store is
     * unavailable, so each event must have an id. {@link Session#append} is for everybody else.
     *
     * @param request may serve more than this contract's consumers, and name targets that are none of them
     * @throws dev.a2.store.StoreException as {@link SessionStore#append}
     */
    public List<Event> append(AppendRequest request) {
        if (appender != null && request.consumers().equals(contract.served())) {
            return appender.append(request);
        }
        List<Event> stored = patience.call(() -> store.append(request)).events();
        hint(request.sessionId(), encoder.consumersOf(request.events()));
        return stored;
    }

    /** These consumers may have work in that session, from something that came past this A2. Others than its own do no harm. */
    public void hint(String sessionId, Set<String> consumers) {
        if (worker != null) {
            worker.dispatcher().hint(sessionId, consumers);
        }
    }

    /**
     * Stops: takes no new work, lets handlers finish for the grace period, then interrupts them and gives their claims
     * back; ends all feeds (RT-11). Repeatable.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            feeds.close();
            states.close();
            reclaimer.close();
            if (worker != null) {
                worker.close();
            }
        }
    }

    // ---- for the rest of the package

    Encoder<E> encoder() {
        return encoder;
    }

    Patience patience() {
        return patience;
    }

    StateReader<E> states() {
        return states;
    }

    FeedHub feeds() {
        return feeds;
    }

    Reclaimer reclaimer() {
        return reclaimer;
    }

    @Nullable Dispatcher dispatcher() {
        return worker == null ? null : worker.dispatcher();
    }
}

package dev.a2.server.engine;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Platform;
import dev.a2.Reducer;
import dev.a2.server.http.Problem;
import dev.a2.server.wire.StateJson;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A store and the contract that runs on it, for everything that comes in by HTTP. What the contract does not know is stored all
 * the same: for workers elsewhere, and for whoever reads.
 */
public final class Engine implements AutoCloseable {
    private final SessionStore store;
    private final A2Options options;
    private final A2<?> a2;
    private final RemoteConsumers remote;
    private volatile WorkListener workListener = (sessionId, consumers) -> {};

    /**
     * Opens the contract; its handlers begin to run if the options say so.
     *
     * @param contract null: there is none, only workers elsewhere
     */
    public Engine(SessionStore store, @Nullable Contract<?> contract, A2Options options) {
        this.store = store;
        this.options = options;
        this.remote = new RemoteConsumers(options.platform()::nanoTime);
        this.a2 = contract == null
                ? A2.open(Contract.untyped("raw"), store, options.workers(false))
                : A2.open(contract, store, options);
    }

    /** What it stands on. */
    public SessionStore store() {
        return store;
    }

    /** The contract; an untyped one if there is none. */
    public Contract<?> contract() {
        return a2.contract();
    }

    /** Log consumers that workers elsewhere serve, so that what is appended here reaches them. */
    public RemoteConsumers remote() {
        return remote;
    }

    /** Time, threads and chance. */
    public Platform platform() {
        return options.platform();
    }

    /** The server's clock. */
    public Instant now() {
        return options.platform().clock().instant();
    }

    /** A new event id. */
    public String newId() {
        return options.platform().ids().next();
    }

    // ---- append

    /** An event with the targets that the contract gives it, beside its own. */
    public NewEvent target(NewEvent event) {
        NewEvent known = a2.newEvent(event.id(), event.type(), event.payload());
        Set<Target> targets = new LinkedHashSet<>(known.targets());
        targets.addAll(event.targets());
        return new NewEvent(event.id(), event.type(), event.payload(), null, List.copyOf(targets));
    }

    /** Appends, and sees to the work that follows. */
    public List<Event> append(String sessionId, List<NewEvent> events, @Nullable Long ifLastIndex) {
        AppendRequest request = AppendRequest.of(
                        sessionId, events.stream().map(this::target).toList())
                .serving(served())
                .ifLastIndex(ifLastIndex);
        List<Event> stored = a2.append(request);
        tellWorkers(sessionId, consumersOf(request.events()));
        return stored;
    }

    /** Whom the contract serves, and the log consumers of workers elsewhere. */
    private Served served() {
        Served own = a2.contract().served();
        List<ServedConsumer> logs = remote.logs();
        if (logs.isEmpty()) {
            return own;
        }
        List<ServedConsumer> all = new ArrayList<>(Objects.requireNonNull(own.list()));
        all.addAll(logs);
        return new Served(all);
    }

    // ---- read

    /** The session's events after an index, live. */
    public Flow.Publisher<Event> feed(String sessionId, long afterIndex) {
        return a2.session(sessionId).rawFeed(afterIndex).publisher();
    }

    /**
     * A reducer's state as of an index, or as of now.
     *
     * @throws Problem NOT_FOUND if the contract has no such reducer
     */
    public StateJson state(String sessionId, String reducer, @Nullable Long at) {
        return state(a2, sessionId, reducer, at);
    }

    /**
     * Refuses a reducer that the contract does not have.
     *
     * @throws Problem NOT_FOUND
     */
    public void requireReducer(String name) {
        reducer(a2, name);
    }

    private static <E> Reducer<E, ?> reducer(A2<E> a2, String name) {
        return a2.contract()
                .reducer(name)
                .orElseThrow(() -> Problem.notFound("this server's contract has no reducer " + name));
    }

    private static <E> StateJson state(A2<E> a2, String sessionId, String name, @Nullable Long at) {
        Reducer<E, ?> reducer = reducer(a2, name);
        SessionBounds bounds = a2.session(sessionId).bounds();
        long index = at == null ? bounds.frontier() : at;
        if (index > bounds.frontier()) {
            throw Problem.invalid("the session ends at index " + bounds.frontier() + ", before " + index);
        }
        Object state = a2.session(sessionId).state(reducer, index);
        return new StateJson(
                name, index, bounds.clearIndex(), a2.options().codec().encode(state));
    }

    // ---- work

    /** Hears of work that what came in by HTTP makes. */
    public void onWork(WorkListener listener) {
        workListener = listener;
    }

    /** Whether the contract has a consumer of this name. */
    public boolean serves(String consumer) {
        return a2.contract().served().serves(consumer);
    }

    /** Ends an attempt of a worker elsewhere with what it returned, and sees to the work that follows. */
    public CompleteResult complete(String sessionId, AttemptRef attempt, List<NewEvent> events) {
        List<NewEvent> targeted = events.stream().map(this::target).toList();
        CompleteResult result =
                store.completeAttempt(new CompleteRequest(sessionId, attempt, targeted, served(), null));
        if (result instanceof CompleteResult.Completed) {
            Set<String> consumers = consumersOf(targeted);
            consumers.add(attempt.consumer());
            a2.hint(sessionId, consumers);
            tellWorkers(sessionId, consumers);
        }
        return result;
    }

    /** Whom events are for: their targets, and whoever follows the log for workers elsewhere. */
    private Set<String> consumersOf(List<NewEvent> events) {
        Set<String> consumers = new LinkedHashSet<>();
        for (NewEvent event : events) {
            event.targets().forEach(target -> consumers.add(target.consumer()));
            for (ServedConsumer served : remote.logs()) {
                LogOptions log = served.log();
                if (log != null && log.takes(event.type())) {
                    consumers.add(served.name());
                }
            }
        }
        return consumers;
    }

    /** Workers elsewhere may have work. */
    private void tellWorkers(String sessionId, Set<String> consumers) {
        if (!consumers.isEmpty()) {
            workListener.mayHaveWork(sessionId, consumers);
        }
    }

    /** Acts on a dead letter; whether there was one. */
    public boolean redrive(String sessionId, String consumer, long index, RedriveRequest.Action action) {
        boolean redriven = switch (action) {
            case RETRY -> a2.session(sessionId).retry(consumer, index);
            case SKIP -> a2.session(sessionId).skip(consumer, index);
        };
        tellWorkers(sessionId, Set.of(consumer));
        return redriven;
    }

    /** Starts a new lifetime; reclaim follows in the background. Whether the condition held. */
    public boolean clear(String sessionId, @Nullable Long ifLastIndex) {
        if (ifLastIndex == null) {
            a2.session(sessionId).clear();
            return true;
        }
        return a2.session(sessionId).clearIf(ifLastIndex);
    }

    /** Lets handlers finish for the grace period, and ends. */
    @Override
    public void close() {
        a2.close();
    }
}

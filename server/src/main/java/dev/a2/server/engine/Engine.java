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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A store and the contracts that run on it, for everything that comes in by HTTP.
 *
 * <p>A batch belongs to the contract that knows its types, whose consumers get it. What no contract knows is stored all the
 * same: for workers elsewhere, and for whoever reads.
 */
public final class Engine implements AutoCloseable {
    private final SessionStore store;
    private final A2Options options;
    private final A2<Object> untyped;
    private final List<A2<?>> contracts = new ArrayList<>();
    private final Map<String, A2<?>> byType = new LinkedHashMap<>();
    private final RemoteConsumers remote;
    private volatile WorkListener workListener = (sessionId, consumers) -> {};

    /**
     * Opens the contracts; their handlers begin to run if the options say so.
     *
     * @throws IllegalArgumentException if two of them know the same type
     */
    public Engine(SessionStore store, List<Contract<?>> contracts, A2Options options) {
        this.store = store;
        this.options = options;
        this.remote = new RemoteConsumers(options.platform()::nanoTime);
        checkTypes(contracts);
        this.untyped = A2.open(Contract.untyped("raw"), store, options.workers(false));
        for (Contract<?> contract : contracts) {
            A2<?> a2 = A2.open(contract, store, options);
            this.contracts.add(a2);
            contract.eventTypes().forEach(type -> byType.put(type, a2));
        }
    }

    private static void checkTypes(List<Contract<?>> contracts) {
        Map<String, Contract<?>> seen = new LinkedHashMap<>();
        for (Contract<?> contract : contracts) {
            for (String type : contract.eventTypes()) {
                Contract<?> other = seen.put(type, contract);
                if (other != null) {
                    throw new IllegalArgumentException("the contracts " + other.name() + " and " + contract.name()
                            + " both know events of type " + type + "; serve them from two servers");
                }
            }
        }
    }

    /** What it stands on. */
    public SessionStore store() {
        return store;
    }

    /** The contracts. */
    public List<Contract<?>> contracts() {
        List<Contract<?>> all = new ArrayList<>();
        contracts.forEach(a2 -> all.add(a2.contract()));
        return all;
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

    /** An event with the targets that its contract gives it, beside its own. */
    public NewEvent target(NewEvent event) {
        A2<?> a2 = byType.get(event.type());
        if (a2 == null) {
            return event;
        }
        NewEvent known = a2.newEvent(event.id(), event.type(), event.payload());
        Set<dev.a2.store.Target> targets = new LinkedHashSet<>(known.targets());
        targets.addAll(event.targets());
        return new NewEvent(event.id(), event.type(), event.payload(), null, List.copyOf(targets));
    }

    /**
     * Appends, and sees to the work that follows.
     *
     * @throws Problem INVALID_ARGUMENT if the events belong to several contracts
     */
    public List<Event> append(String sessionId, List<NewEvent> events, @Nullable Long ifLastIndex) {
        A2<?> a2 = contractOf(events);
        AppendRequest request = AppendRequest.of(
                        sessionId, events.stream().map(this::target).toList())
                .serving(served(a2))
                .ifLastIndex(ifLastIndex);
        List<Event> stored = a2.append(request);
        tellOfWork(sessionId, consumersOf(request.events()), a2);
        return stored;
    }

    /** The contract that knows the types of a batch; the untyped one if none does. */
    private A2<?> contractOf(List<NewEvent> events) {
        A2<?> found = null;
        for (NewEvent event : events) {
            A2<?> a2 = byType.get(event.type());
            if (a2 != null && found != null && a2 != found) {
                throw Problem.invalid("the events belong to the contracts "
                        + found.contract().name() + " and " + a2.contract().name()
                        + "; append them in two batches");
            }
            found = a2 == null ? found : a2;
        }
        return found == null ? untyped : found;
    }

    private Served served(A2<?> a2) {
        Served own = a2.contract().served();
        return remote.logs().isEmpty() ? own : served(Set.of(a2));
    }

    /** Whom these contracts serve, and the log consumers of workers elsewhere. */
    private Served served(Set<A2<?>> some) {
        Set<ServedConsumer> all = new LinkedHashSet<>();
        some.forEach(
                a2 -> all.addAll(Objects.requireNonNull(a2.contract().served().list())));
        all.addAll(remote.logs());
        return new Served(List.copyOf(all));
    }

    // ---- read

    /** The session's events after an index, live. */
    public Flow.Publisher<Event> feed(String sessionId, long afterIndex) {
        return untyped.session(sessionId).rawFeed(afterIndex).publisher();
    }

    /**
     * A reducer's state as of an index, or as of now.
     *
     * @throws Problem NOT_FOUND if no contract has the reducer
     */
    public StateJson state(String sessionId, String reducer, @Nullable Long at) {
        for (A2<?> a2 : contracts) {
            Optional<StateJson> state = state(a2, sessionId, reducer, at);
            if (state.isPresent()) {
                return state.get();
            }
        }
        throw noReducer(reducer);
    }

    /**
     * Refuses a reducer that no contract has.
     *
     * @throws Problem NOT_FOUND
     */
    public void requireReducer(String reducer) {
        if (contracts.stream().noneMatch(a2 -> a2.contract().reducer(reducer).isPresent())) {
            throw noReducer(reducer);
        }
    }

    private static Problem noReducer(String reducer) {
        return Problem.notFound("no contract of this server has a reducer " + reducer);
    }

    private <E> Optional<StateJson> state(A2<E> a2, String sessionId, String name, @Nullable Long at) {
        Optional<Reducer<E, ?>> reducer = a2.contract().reducer(name);
        if (reducer.isEmpty()) {
            return Optional.empty();
        }
        SessionBounds bounds = a2.session(sessionId).bounds();
        long index = at == null ? bounds.frontier() : at;
        if (index > bounds.frontier()) {
            throw Problem.invalid("the session ends at index " + bounds.frontier() + ", before " + index);
        }
        Object state = a2.session(sessionId).state(reducer.get(), index);
        return Optional.of(new StateJson(
                name, index, bounds.clearIndex(), a2.options().codec().encode(state)));
    }

    // ---- work

    /** Hears of work that what came in by HTTP makes. */
    public void onWork(WorkListener listener) {
        workListener = listener;
    }

    /** Whether a contract of this server has a consumer of this name. */
    public boolean serves(String consumer) {
        return contracts.stream().anyMatch(a2 -> a2.contract().served().serves(consumer));
    }

    /** Ends an attempt of a worker elsewhere with what it returned, and sees to the work that follows. */
    public CompleteResult complete(String sessionId, AttemptRef attempt, List<NewEvent> events) {
        Set<A2<?>> known = new LinkedHashSet<>();
        events.forEach(event -> known.add(byType.getOrDefault(event.type(), untyped)));
        List<NewEvent> targeted = events.stream().map(this::target).toList();
        CompleteResult result =
                store.completeAttempt(new CompleteRequest(sessionId, attempt, targeted, served(known), null));
        if (result instanceof CompleteResult.Completed) {
            Set<String> consumers = consumersOf(targeted);
            consumers.add(attempt.consumer());
            tellOfWork(sessionId, consumers, null);
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

    /**
     * These consumers may have work.
     *
     * @param told the contract that knows already
     */
    private void tellOfWork(String sessionId, Set<String> consumers, @Nullable A2<?> told) {
        if (consumers.isEmpty()) {
            return;
        }
        for (A2<?> a2 : contracts) {
            if (a2 != told) {
                a2.hint(sessionId, consumers);
            }
        }
        workListener.mayHaveWork(sessionId, consumers);
    }

    /** Acts on a dead letter; whether there was one. */
    public boolean redrive(String sessionId, String consumer, long index, RedriveRequest.Action action) {
        A2<?> a2 = contracts.stream()
                .filter(served -> served.contract().served().serves(consumer))
                .findFirst()
                .orElse(null);
        if (a2 == null) {
            return store.redrive(RedriveRequest.of(sessionId, consumer, index, action))
                    .redriven();
        }
        return switch (action) {
            case RETRY -> a2.session(sessionId).retry(consumer, index);
            case SKIP -> a2.session(sessionId).skip(consumer, index);
        };
    }

    /** Starts a new lifetime; reclaim follows in the background. Whether the condition held. */
    public boolean clear(String sessionId, @Nullable Long ifLastIndex) {
        A2<?> a2 = contracts.isEmpty() ? untyped : contracts.get(0);
        if (ifLastIndex == null) {
            a2.session(sessionId).clear();
            return true;
        }
        return a2.session(sessionId).clearIf(ifLastIndex);
    }

    /** Lets handlers finish for the grace period, and ends. */
    @Override
    public void close() {
        contracts.forEach(A2::close);
        untyped.close();
    }
}

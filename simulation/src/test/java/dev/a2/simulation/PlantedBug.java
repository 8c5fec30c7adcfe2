package dev.a2.simulation;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.store.When;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Bugs that a store, or a runtime in front of it, could have. Each changes one call. */
enum PlantedBug implements Planting {
    COMPLETION_IGNORES_THE_ATTEMPT("completeAttempt") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            CompleteRequest request = (CompleteRequest) args[0];
            return store.completeAttempt(new CompleteRequest(
                    request.sessionId(),
                    current(store, request.sessionId(), request.attempt()),
                    request.events(),
                    request.consumers(),
                    request.claimNext()));
        }
    },

    SUPERSEDED_IS_ANSWERED_AS_COMPLETED("completeAttempt") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            CompleteResult result = store.completeAttempt((CompleteRequest) args[0]);
            return result instanceof CompleteResult.Completed ? result : new CompleteResult.Completed(List.of(), null);
        }
    },

    COMPLETION_FORGETS_WHAT_WAS_RETURNED("completeAttempt") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            CompleteRequest request = (CompleteRequest) args[0];
            return store.completeAttempt(CompleteRequest.of(request.sessionId(), request.attempt())
                    .serving(request.consumers())
                    .claimNext(request.claimNext()));
        }
    },

    NEXT_HEAD_IS_SHOWN_AND_NOT_CLAIMED("completeAttempt") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            CompleteRequest request = (CompleteRequest) args[0];
            CompleteResult result = store.completeAttempt(request);
            if (result instanceof CompleteResult.Completed completed && completed.next() != null) {
                AttemptRef next = completed.next().attempt();
                String holder =
                        Objects.requireNonNull(completed.next().dispatch().claimHolder());
                store.releaseClaims(new ReleaseRequest(request.sessionId(), holder, List.of(next)));
            }
            return result;
        }
    },

    FAILURE_IGNORES_THE_ATTEMPT("failAttempt") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            FailRequest request = (FailRequest) args[0];
            return store.failAttempt(new FailRequest(
                    request.sessionId(),
                    current(store, request.sessionId(), request.attempt()),
                    request.error(),
                    request.maxFailures(),
                    request.retryAt()));
        }
    },

    RENEWAL_IS_ONLY_PRETENDED("renewClaims") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            RenewRequest request = (RenewRequest) args[0];
            return new RenewResult(
                    request.claims().stream().map(AttemptRef::head).toList(), List.of());
        }
    },

    CLAIMS_IGNORE_WHO_IS_SERVED("claimAvailable") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            return store.claimAvailable(((ClaimRequest) args[0]).serving(Served.ALL));
        }
    },

    ATTEMPTS_COUNT_FAILURES_ONLY("claimAvailable") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            ClaimResult result = store.claimAvailable((ClaimRequest) args[0]);
            return result instanceof ClaimResult.Claimed claimed
                    ? new ClaimResult.Claimed(
                            claimed.heads().stream().map(PlantedBug::byFailures).toList(),
                            claimed.frontier(),
                            claimed.clearIndex())
                    : result;
        }
    },

    LEASES_END_BY_THE_WORKERS_CLOCK("claimAvailable") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            ClaimRequest request = (ClaimRequest) args[0];
            long endMs = request.expiry().toMs(clock.millis());
            return store.claimAvailable(new ClaimRequest(
                    request.sessionId(),
                    request.holder(),
                    When.at(Instant.ofEpochMilli(endMs)),
                    request.consumers(),
                    request.exclude(),
                    request.maxFailures(),
                    request.through(),
                    request.limit(),
                    request.resume()));
        }
    },

    APPENDS_ARE_NOT_FENCED("append") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            AppendRequest request = (AppendRequest) args[0];
            return store.append(request.events(request.events().stream()
                    .map(event -> new NewEvent(event.id(), event.type(), event.payload(), null, event.targets()))
                    .toList()));
        }
    },

    REPEATED_APPENDS_HAVE_OTHER_IDS("append") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            AppendRequest request = (AppendRequest) args[0];
            return store.append(request.events(request.events().stream()
                    .map(event -> new NewEvent(
                            UUID.randomUUID().toString(),
                            event.type(),
                            event.payload(),
                            event.cause(),
                            event.targets()))
                    .toList()));
        }
    },

    LANES_ARE_NOT_SERIAL("append") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            AppendRequest request = (AppendRequest) args[0];
            return store.append(request.events(request.events().stream()
                    .map(event -> new NewEvent(
                            event.id(),
                            event.type(),
                            event.payload(),
                            event.cause(),
                            event.targets().stream()
                                    .map(target -> ownLane(target, event))
                                    .toList()))
                    .toList()));
        }
    },

    APPENDS_ARE_ACKNOWLEDGED_AND_LOST("append") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            AppendRequest request = (AppendRequest) args[0];
            if (request.events().stream()
                    .noneMatch(event -> String.valueOf(event.id()).endsWith("7"))) {
                return store.append(request);
            }
            long frontier = store.bounds(request.sessionId()).frontier();
            NewEvent lost = request.events().get(0);
            return new AppendResult(
                    List.of(new Event(
                            request.sessionId(),
                            frontier + 1,
                            String.valueOf(lost.id()),
                            lost.type(),
                            lost.payload(),
                            clock.instant(),
                            lost.cause())),
                    true);
        }
    },

    CLEAR_DOES_NOTHING("clear") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            String session = ((ClearRequest) args[0]).sessionId();
            long frontier = store.bounds(session).frontier();
            return new ClearResult(true, frontier + 1, frontier + 1);
        }
    },

    SNAPSHOTS_ARE_FILED_ONE_TOO_LOW("putSnapshots") {
        @Override
        @SuppressWarnings("unchecked") // the method's own signature
        @Nullable Object call(SessionStore store, InstantSource clock, Object[] args) {
            List<SnapshotWrite> writes = ((List<SnapshotWrite>) args[2])
                    .stream()
                            .map(write ->
                                    new SnapshotWrite(Math.max(1, write.index() - 1), write.state(), write.pins()))
                            .toList();
            store.putSnapshots((String) args[0], (String) args[1], writes);
            return null;
        }
    },

    FEED_PAGES_END_TOO_SOON("readFeedPage") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            List<Event> page = store.readFeedPage((String) args[0], (long) args[1]);
            return page.isEmpty() ? page : page.subList(0, page.size() - 1);
        }
    },

    WAKEUPS_CARRY_OTHER_EVENTS("subscribe") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            Wakeups.Listener listener = (Wakeups.Listener) args[1];
            return store.subscribe((String) args[0], new Wakeups.Listener() {
                @Override
                public void onWakeup(Wakeup wakeup) {
                    listener.onWakeup(new Wakeup(
                            wakeup.sessionId(),
                            wakeup.frontier(),
                            wakeup.events().stream().map(PlantedBug::altered).toList()));
                }

                @Override
                public void onGap() {
                    listener.onGap();
                }
            });
        }
    },

    RETRY_SKIPS("redrive") {
        @Override
        Object call(SessionStore store, InstantSource clock, Object[] args) {
            RedriveRequest request = (RedriveRequest) args[0];
            return store.redrive(new RedriveRequest(
                    request.sessionId(),
                    request.consumer(),
                    request.index(),
                    RedriveRequest.Action.SKIP,
                    request.consumers()));
        }
    };

    private final String method;

    PlantedBug(String method) {
        this.method = method;
    }

    /** What becomes of the call. */
    abstract @Nullable Object call(SessionStore store, InstantSource clock, Object[] args);

    @Override
    public SessionStore into(SessionStore store, InstantSource clock) {
        return changed(store, method, args -> call(store, clock, args));
    }

    /** A store of which one method is another. */
    static SessionStore changed(SessionStore store, String method, Function<Object[], @Nullable Object> instead) {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, called, args) -> {
                    if (called.getName().equals(method)) {
                        return instead.apply(args);
                    }
                    try {
                        return called.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    /** The attempt that is current now, whoever asks. */
    private static AttemptRef current(SessionStore store, String session, AttemptRef asked) {
        for (Cursor cursor : store.cursors(session)) {
            boolean same = cursor.consumer().equals(asked.consumer())
                    && Long.valueOf(asked.index()).equals(cursor.head())
                    && Objects.equals(cursor.lane(), asked.lane());
            if (same && cursor.dispatch().attemptCount() > 0) {
                return new HeadRef(asked.consumer(), asked.lane(), asked.index())
                        .attempt(cursor.dispatch().attemptCount());
            }
        }
        return asked;
    }

    private static Head byFailures(Head head) {
        Dispatch d = head.dispatch();
        return new Head(
                head.event(),
                head.consumer(),
                head.lane(),
                new Dispatch(
                        d.firstClaimedAt(),
                        d.lastClaimedAt(),
                        d.failureCount() + 1,
                        d.claimHolder(),
                        d.claimExpiresAt(),
                        d.failureCount(),
                        d.lastFailedAt(),
                        d.lastFailedAttempt(),
                        d.lastError(),
                        d.failedAt()));
    }

    private static Target ownLane(Target target, NewEvent event) {
        return target.lane() == null ? target : new Target(target.consumer(), "own-" + event.id(), target.notBefore());
    }

    private static Event altered(Event event) {
        return new Event(
                event.sessionId(),
                event.index(),
                event.id(),
                event.type(),
                Json.of("{\"n\":0,\"lane\":\"lane0\"}"),
                event.createdAt(),
                event.cause());
    }
}

package dev.a2.simulation;

import dev.a2.store.AppendRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Slips of a runtime in what it asks of its store: retries, timers, work, give-back, states, feeds, presence. */
enum PlantedSlip implements Planting {
    RETRIES_WAIT_FOR_EVER("failAttempt") {
        @Override
        Object call(SessionStore store, Object[] args) {
            FailRequest request = (FailRequest) args[0];
            return store.failAttempt(new FailRequest(
                    request.sessionId(),
                    request.attempt(),
                    request.error(),
                    request.maxFailures(),
                    When.after(FOR_EVER)));
        }
    },

    ONE_FAILURE_IS_TOO_MANY("failAttempt") {
        @Override
        Object call(SessionStore store, Object[] args) {
            FailRequest request = (FailRequest) args[0];
            return store.failAttempt(
                    new FailRequest(request.sessionId(), request.attempt(), request.error(), 1, request.retryAt()));
        }
    },

    TAKEN_WORK_IS_LEASED_FOR_EVER("takeWork") {
        @Override
        Object call(SessionStore store, Object[] args) {
            TakeWorkRequest request = (TakeWorkRequest) args[0];
            return store.takeWork(new TakeWorkRequest(request.shard(), request.consumers(), request.limit(), FOR_EVER));
        }
    },

    MARKS_STAY("refreshWork") {
        @Override
        @Nullable Object call(SessionStore store, Object[] args) {
            return null;
        }
    },

    TIMERS_RING_AT_ONCE("completeAttempt") {
        @Override
        Object call(SessionStore store, Object[] args) {
            CompleteRequest request = (CompleteRequest) args[0];
            return completed(
                    store,
                    request,
                    request.events().stream().map(PlantedSlip::atOnce).toList());
        }
    },

    TIMERS_ARE_DROPPED("completeAttempt") {
        @Override
        Object call(SessionStore store, Object[] args) {
            CompleteRequest request = (CompleteRequest) args[0];
            return completed(
                    store,
                    request,
                    request.events().stream()
                            .filter(event -> event.targets().stream().allMatch(target -> target.notBefore() == null))
                            .toList());
        }
    },

    WHAT_IS_GIVEN_BACK_IS_DONE("releaseClaims") {
        @Override
        Object call(SessionStore store, Object[] args) {
            ReleaseRequest request = (ReleaseRequest) args[0];
            request.claims().forEach(claim -> store.completeAttempt(CompleteRequest.of(request.sessionId(), claim)));
            return List.of();
        }
    },

    STATES_ARE_THE_NEWEST("readState") {
        @Override
        Object call(SessionStore store, Object[] args) {
            ReadStateRequest request = (ReadStateRequest) args[0];
            return store.readState(request.through(null));
        }
    },

    SNAPSHOTS_ARE_FILED_ONE_TOO_HIGH("putSnapshots") {
        @Override
        @SuppressWarnings("unchecked") // the method's own signature
        @Nullable Object call(SessionStore store, Object[] args) {
            String session = (String) args[0];
            long frontier = store.bounds(session).frontier();
            List<SnapshotWrite> writes = ((List<SnapshotWrite>) args[2])
                    .stream()
                            .map(write -> new SnapshotWrite(
                                    Math.min(frontier, write.index() + 1), write.state(), write.pins()))
                            .toList();
            store.putSnapshots(session, (String) args[1], writes);
            return null;
        }
    },

    LOGS_ARE_NOT_WOKEN("wakeLog") {
        @Override
        Object call(SessionStore store, Object[] args) {
            WakeLogRequest request = (WakeLogRequest) args[0];
            LogOptions log = request.log();
            return new WakeLogResult(
                    new Cursor.LogCursor(request.consumer(), log.lane(), 0, null, log.types(), Dispatch.NONE),
                    store.bounds(request.sessionId()).frontier());
        }
    },

    FEED_PAGES_BEGIN_TOO_LATE("readFeedPage") {
        @Override
        Object call(SessionStore store, Object[] args) {
            List<Event> page = store.readFeedPage((String) args[0], (long) args[1]);
            return page.isEmpty() ? page : page.subList(1, page.size());
        }
    },

    EVENTS_AFTER_A_CLEAR_ARE_REFUSED("append") {
        @Override
        Object call(SessionStore store, Object[] args) {
            AppendRequest request = (AppendRequest) args[0];
            boolean cleared = store.clearIndex(request.sessionId()) > 0;
            return store.append(cleared ? request.ifLastIndex(store.clearIndex(request.sessionId())) : request);
        }
    },

    PRESENCE_FORGETS_WHEN("setPresence") {
        @Override
        Object call(SessionStore store, Object[] args) {
            PresenceUpdate update = (PresenceUpdate) args[0];
            return store.setPresence(with(update, Instant.EPOCH, update.ttl()));
        }
    },

    NOBODY_EVER_LEAVES("setPresence") {
        @Override
        Object call(SessionStore store, Object[] args) {
            PresenceUpdate update = (PresenceUpdate) args[0];
            return store.setPresence(with(update, update.at(), FOR_EVER));
        }
    };

    private static final Duration FOR_EVER = Duration.ofDays(2);

    private final String method;

    PlantedSlip(String method) {
        this.method = method;
    }

    /** What becomes of the call. */
    abstract @Nullable Object call(SessionStore store, Object[] args);

    @Override
    public SessionStore into(SessionStore store, InstantSource clock) {
        return PlantedBug.changed(store, method, args -> call(store, args));
    }

    private static CompleteResult completed(SessionStore store, CompleteRequest request, List<NewEvent> events) {
        return store.completeAttempt(new CompleteRequest(
                request.sessionId(), request.attempt(), events, request.consumers(), request.claimNext()));
    }

    private static NewEvent atOnce(NewEvent event) {
        Target[] targets = event.targets().stream()
                .map(target -> new Target(target.consumer(), target.lane(), null))
                .toArray(Target[]::new);
        return event.to(targets);
    }

    private static PresenceUpdate with(PresenceUpdate update, Instant at, Duration ttl) {
        return new PresenceUpdate(update.sessionId(), update.participant(), update.values(), update.seen(), at, ttl);
    }
}

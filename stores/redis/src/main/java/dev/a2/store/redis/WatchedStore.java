package dev.a2.store.redis;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Finding;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.Loss;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.ReclaimResult;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store whose sessions are watched for lost events. Presence, marks and what looks at damage anyway are not. */
final class WatchedStore implements SessionStore {
    private final SessionStore store;
    private final Losses losses;

    WatchedStore(SessionStore store, Losses losses) {
        this.store = store;
        this.losses = losses;
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return losses.watchEvents(request.sessionId(), AppendResult::events, () -> store.append(request));
    }

    @Override
    public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return losses.watchReading(sessionId, events -> events, () -> store.read(sessionId, afterIndex, throughIndex));
    }

    @Override
    public List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return losses.watchReading(
                sessionId, events -> events, () -> store.readHistory(sessionId, afterIndex, throughIndex));
    }

    @Override
    public Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        return losses.watchReading(
                sessionId, tail -> tail.orElse(List.of()), () -> store.readTail(sessionId, fromIndex, throughIndex));
    }

    @Override
    public List<Event> readEvents(String sessionId, long afterIndex) {
        return losses.watchReading(sessionId, events -> events, () -> store.readEvents(sessionId, afterIndex));
    }

    @Override
    public List<Event> readFeedPage(String sessionId, long afterIndex) {
        return losses.watchReading(sessionId, events -> events, () -> store.readFeedPage(sessionId, afterIndex));
    }

    @Override
    public long clearIndex(String sessionId) {
        return losses.watch(sessionId, () -> store.clearIndex(sessionId));
    }

    @Override
    public SessionBounds bounds(String sessionId) {
        return losses.watch(sessionId, SessionBounds::frontier, () -> store.bounds(sessionId));
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        return store.sessions(from, limit);
    }

    @Override
    public ClaimResult claimAvailable(ClaimRequest request) {
        return losses.watch(
                request.sessionId(),
                result -> result instanceof ClaimResult.Claimed claimed ? claimed.frontier() : Losses.UNTOLD,
                () -> store.claimAvailable(request));
    }

    @Override
    public RenewResult renewClaims(RenewRequest request) {
        return losses.watch(request.sessionId(), () -> store.renewClaims(request));
    }

    @Override
    public List<HeadRef> releaseClaims(ReleaseRequest request) {
        return losses.watch(request.sessionId(), () -> store.releaseClaims(request));
    }

    @Override
    public CompleteResult completeAttempt(CompleteRequest request) {
        return losses.watchEvents(
                request.sessionId(),
                result -> result instanceof CompleteResult.Completed completed ? completed.events() : List.of(),
                () -> store.completeAttempt(request));
    }

    @Override
    public FailResult failAttempt(FailRequest request) {
        return losses.watch(request.sessionId(), () -> store.failAttempt(request));
    }

    @Override
    public List<Head> deadLetters(String sessionId) {
        return losses.watch(sessionId, () -> store.deadLetters(sessionId));
    }

    @Override
    public RedriveResult redrive(RedriveRequest request) {
        return losses.watch(request.sessionId(), () -> store.redrive(request));
    }

    @Override
    public List<Cursor> cursors(String sessionId) {
        return losses.watch(sessionId, () -> store.cursors(sessionId));
    }

    @Override
    public WakeLogResult wakeLog(WakeLogRequest request) {
        return losses.watch(request.sessionId(), WakeLogResult::frontier, () -> store.wakeLog(request));
    }

    @Override
    public StateRead readState(ReadStateRequest request) {
        return losses.watch(request.sessionId(), StateRead::frontier, () -> store.readState(request));
    }

    @Override
    public void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes) {
        losses.watch(sessionId, () -> {
            store.putSnapshots(sessionId, reducer, writes);
            return true;
        });
    }

    @Override
    public ClearResult clear(ClearRequest request) {
        return losses.watch(request.sessionId(), () -> store.clear(request));
    }

    @Override
    public ReclaimResult reclaim(String sessionId) {
        return losses.watch(sessionId, () -> store.reclaim(sessionId));
    }

    @Override
    public Subscription subscribe(String sessionId, Listener listener) {
        return store.subscribe(sessionId, new Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                boolean fits = losses.heard(sessionId, wakeup.frontier(), wakeup.events());
                listener.onWakeup(fits ? wakeup : new Wakeup(sessionId, wakeup.frontier(), List.of()));
            }

            @Override
            public void onGap() {
                listener.onGap();
            }
        });
    }

    @Override
    public Subscription subscribeLosses(Consumer<Loss> listener) {
        return losses.subscribe(listener);
    }

    @Override
    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
        return store.setPresence(update);
    }

    @Override
    public List<PresenceEntry> readPresence(String sessionId) {
        return store.readPresence(sessionId);
    }

    @Override
    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        return store.subscribePresence(sessionId, listener);
    }

    @Override
    public int workShards() {
        return store.workShards();
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        return store.takeWork(request);
    }

    @Override
    public void refreshWork(String sessionId, Set<String> consumers) {
        store.refreshWork(sessionId, consumers);
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return store.listWork(from, limit);
    }

    @Override
    public Subscription subscribeWork(Runnable listener) {
        return store.subscribeWork(listener);
    }

    @Override
    public List<Finding> verify(String sessionId) {
        return store.verify(sessionId);
    }

    @Override
    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
        losses.watch(sessionId, () -> {
            store.exportSession(sessionId, sink);
            return true;
        });
    }

    @Override
    public void importSession(String sessionId, Iterable<? extends SessionPart> parts) {
        store.importSession(sessionId, parts);
    }

    @Override
    public void close() {
        store.close();
    }
}

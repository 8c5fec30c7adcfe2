package dev.a2.tck.model;

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
import dev.a2.store.WorkMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands every call on, so that a fault can be planted in one of them. */
class ForwardingStore implements SessionStore {
    final SessionStore to;

    ForwardingStore(SessionStore to) {
        this.to = to;
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return to.append(request);
    }

    @Override
    public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return to.read(sessionId, afterIndex, throughIndex);
    }

    @Override
    public List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return to.readHistory(sessionId, afterIndex, throughIndex);
    }

    @Override
    public Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        return to.readTail(sessionId, fromIndex, throughIndex);
    }

    @Override
    public List<Event> readEvents(String sessionId, long afterIndex) {
        return to.readEvents(sessionId, afterIndex);
    }

    @Override
    public List<Event> readFeedPage(String sessionId, long afterIndex) {
        return to.readFeedPage(sessionId, afterIndex);
    }

    @Override
    public long clearIndex(String sessionId) {
        return to.clearIndex(sessionId);
    }

    @Override
    public SessionBounds bounds(String sessionId) {
        return to.bounds(sessionId);
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        return to.sessions(from, limit);
    }

    @Override
    public ClaimResult claimAvailable(ClaimRequest request) {
        return to.claimAvailable(request);
    }

    @Override
    public RenewResult renewClaims(RenewRequest request) {
        return to.renewClaims(request);
    }

    @Override
    public List<HeadRef> releaseClaims(ReleaseRequest request) {
        return to.releaseClaims(request);
    }

    @Override
    public CompleteResult completeAttempt(CompleteRequest request) {
        return to.completeAttempt(request);
    }

    @Override
    public FailResult failAttempt(FailRequest request) {
        return to.failAttempt(request);
    }

    @Override
    public List<Head> deadLetters(String sessionId) {
        return to.deadLetters(sessionId);
    }

    @Override
    public RedriveResult redrive(RedriveRequest request) {
        return to.redrive(request);
    }

    @Override
    public List<Cursor> cursors(String sessionId) {
        return to.cursors(sessionId);
    }

    @Override
    public WakeLogResult wakeLog(WakeLogRequest request) {
        return to.wakeLog(request);
    }

    @Override
    public StateRead readState(ReadStateRequest request) {
        return to.readState(request);
    }

    @Override
    public void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes) {
        to.putSnapshots(sessionId, reducer, writes);
    }

    @Override
    public ClearResult clear(ClearRequest request) {
        return to.clear(request);
    }

    @Override
    public ReclaimResult reclaim(String sessionId) {
        return to.reclaim(sessionId);
    }

    @Override
    public Subscription subscribe(String sessionId, Listener listener) {
        return to.subscribe(sessionId, listener);
    }

    @Override
    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
        return to.setPresence(update);
    }

    @Override
    public List<PresenceEntry> readPresence(String sessionId) {
        return to.readPresence(sessionId);
    }

    @Override
    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        return to.subscribePresence(sessionId, listener);
    }

    @Override
    public int workShards() {
        return to.workShards();
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        return to.takeWork(request);
    }

    @Override
    public void refreshWork(String sessionId, Set<String> consumers) {
        to.refreshWork(sessionId, consumers);
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return to.listWork(from, limit);
    }

    @Override
    public Subscription subscribeWork(Runnable listener) {
        return to.subscribeWork(listener);
    }

    @Override
    public List<Finding> verify(String sessionId) {
        return to.verify(sessionId);
    }

    @Override
    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
        to.exportSession(sessionId, sink);
    }

    @Override
    public void importSession(String sessionId, Iterable<? extends SessionPart> parts) {
        to.importSession(sessionId, parts);
    }

    @Override
    public void close() {
        to.close();
    }
}

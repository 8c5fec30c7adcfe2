package dev.a2.store.kernel;

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
import dev.a2.store.EventLog;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Finding;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.NewEvent;
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
import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import dev.a2.store.WorkMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session store made of the contract's rules and somebody's rows: each operation is checked against the limits, decided
 * by its rule class inside one transaction of the {@link RowStore}, and announced afterwards.
 */
public final class KernelStore implements SessionStore {
    private final RowStore rows;
    private final IdSource ids;
    private final Limits limits;
    private final Notices notices;

    /**
     * A store over rows.
     *
     * @param ids names events without id, and clear markers
     * @param delivery runs listeners, one task at a time and in order, never under a lock of the store's
     */
    public KernelStore(RowStore rows, IdSource ids, Limits limits, Executor delivery) {
        this.rows = rows;
        this.ids = ids;
        this.limits = limits;
        this.notices = new Notices(rows, delivery);
        rows.connect(notices);
    }

    // ---- the log

    @Override
    public AppendResult append(AppendRequest request) {
        limits.check(request.sessionId(), request.events(), request.consumers());
        NewEvent.checkDistinctIds(request.sessionId(), request.events());
        if (request.claimNew() != null) {
            limits.checkName("holder", request.claimNew().holder());
        }
        AppendRequest named = withIds(request);
        Appending.Outcome outcome;
        if (named.events().isEmpty()) {
            outcome = rows.read(named.sessionId(), found -> Appending.append(found, named));
        } else {
            outcome = rows.write(named.sessionId(), found -> Appending.append(found, named));
            notices.appended(named.sessionId(), outcome.result().events(), outcome.replayed());
        }
        return outcome.result();
    }

    /** The request with an id drawn for each event that has none (APP-1). */
    private AppendRequest withIds(AppendRequest request) {
        if (request.events().stream().allMatch(event -> event.id() != null)) {
            return request;
        }
        return request.events(NewEvent.named(request.events(), ids));
    }

    @Override
    public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        checkRead(sessionId, afterIndex, throughIndex);
        return Reading.read(rows, sessionId, afterIndex, throughIndex);
    }

    @Override
    public List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return withoutCauses(read(sessionId, afterIndex, throughIndex));
    }

    @Override
    public Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        checkRead(sessionId, fromIndex, throughIndex);
        return rows.read(sessionId, found -> Reading.tail(found, fromIndex, throughIndex))
                .map(KernelStore::withoutCauses);
    }

    @Override
    public List<Event> readEvents(String sessionId, long afterIndex) {
        checkRead(sessionId, afterIndex, null);
        return withoutCauses(Reading.page(rows, sessionId, afterIndex, EventLog.PAGE));
    }

    @Override
    public List<Event> readFeedPage(String sessionId, long afterIndex) {
        checkRead(sessionId, afterIndex, null);
        return withoutCauses(Reading.page(rows, sessionId, afterIndex, EventLog.FEED_PAGE));
    }

    private void checkRead(String sessionId, long index, @Nullable Long throughIndex) {
        limits.checkSession(sessionId);
        Limits.checkIndex("an index", index);
        if (throughIndex != null) {
            Limits.checkIndex("throughIndex", throughIndex);
        }
    }

    private static List<Event> withoutCauses(List<Event> events) {
        return events.stream().map(Event::withoutCause).toList();
    }

    @Override
    public long clearIndex(String sessionId) {
        return bounds(sessionId).clearIndex();
    }

    @Override
    public SessionBounds bounds(String sessionId) {
        limits.checkSession(sessionId);
        SessionRow row = rows.glance(sessionId, SessionRows::session);
        return new SessionBounds(sessionId, row.frontier(), row.marker());
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        Limits.checkLimit(limit);
        return rows.sessions(from, limit);
    }

    // ---- work

    @Override
    public ClaimResult claimAvailable(ClaimRequest request) {
        limits.checkSession(request.sessionId());
        limits.checkName("holder", request.holder());
        limits.check(request.consumers());
        return rows.write(request.sessionId(), found -> Claiming.claim(found, request));
    }

    @Override
    public RenewResult renewClaims(RenewRequest request) {
        limits.checkSession(request.sessionId());
        if (request.claims().isEmpty()) {
            return new RenewResult(List.of(), List.of());
        }
        return rows.write(request.sessionId(), found -> Claiming.renew(found, request));
    }

    @Override
    public List<HeadRef> releaseClaims(ReleaseRequest request) {
        limits.checkSession(request.sessionId());
        if (request.claims().isEmpty()) {
            return List.of();
        }
        List<HeadRef> released = rows.write(request.sessionId(), found -> Claiming.release(found, request));
        notices.workCameUp();
        return released;
    }

    @Override
    public CompleteResult completeAttempt(CompleteRequest request) {
        limits.check(request.sessionId(), request.events(), request.consumers());
        NewEvent.checkDistinctIds(request.sessionId(), request.events());
        Completing.Outcome outcome = rows.write(request.sessionId(), found -> Completing.complete(found, request));
        if (outcome.result() instanceof CompleteResult.Completed completed) {
            notices.appended(request.sessionId(), completed.events(), outcome.replayed());
        }
        return outcome.result();
    }

    @Override
    public FailResult failAttempt(FailRequest request) {
        limits.checkSession(request.sessionId());
        FailResult result = rows.write(request.sessionId(), found -> Failing.fail(found, request));
        notices.workCameUp();
        return result;
    }

    @Override
    public List<Head> deadLetters(String sessionId) {
        limits.checkSession(sessionId);
        return rows.read(sessionId, found -> Redriving.deadLetters(found, sessionId));
    }

    @Override
    public RedriveResult redrive(RedriveRequest request) {
        limits.checkSession(request.sessionId());
        limits.checkName("consumer", request.consumer());
        limits.check(request.consumers());
        RedriveResult result = rows.write(request.sessionId(), found -> Redriving.redrive(found, request));
        notices.workCameUp();
        return result;
    }

    @Override
    public List<Cursor> cursors(String sessionId) {
        limits.checkSession(sessionId);
        return rows.read(sessionId, CursorRules::list);
    }

    @Override
    public WakeLogResult wakeLog(WakeLogRequest request) {
        limits.checkSession(request.sessionId());
        limits.checkName("consumer", request.consumer());
        limits.check(request.log());
        WakeLogResult result = rows.write(request.sessionId(), found -> CursorRules.wake(found, request));
        notices.workCameUp();
        return result;
    }

    // ---- snapshots

    @Override
    public StateRead readState(ReadStateRequest request) {
        limits.checkSession(request.sessionId());
        limits.checkName("reducer", request.reducer());
        return rows.read(request.sessionId(), found -> SnapshotRules.read(found, request));
    }

    @Override
    public void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes) {
        limits.checkSession(sessionId);
        limits.checkReducer(reducer);
        for (SnapshotWrite write : writes) {
            limits.checkPayload(
                    "a state at index " + write.index(), write.state().size());
        }
        if (!writes.isEmpty()) {
            rows.<@Nullable Void>write(sessionId, found -> {
                SnapshotRules.put(found, sessionId, reducer, writes);
                return null;
            });
        }
    }

    // ---- lifetimes

    @Override
    public ClearResult clear(ClearRequest request) {
        limits.checkSession(request.sessionId());
        String id = ids.next();
        Clearing.Outcome outcome = rows.write(request.sessionId(), found -> Clearing.clear(found, request, id));
        notices.cleared(request.sessionId(), outcome);
        return outcome.result();
    }

    @Override
    public ReclaimResult reclaim(String sessionId) {
        limits.checkSession(sessionId);
        return rows.write(sessionId, Clearing::reclaim);
    }

    // ---- hints

    @Override
    public Subscription subscribe(String sessionId, Listener listener) {
        limits.checkSession(sessionId);
        return notices.subscribe(sessionId, listener);
    }

    // ---- presence

    @Override
    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
        limits.checkSession(update.sessionId());
        limits.checkName("participant", update.participant());
        update.values().forEach((field, value) -> {
            limits.checkName("field", field);
            limits.checkPayload("the presence value of field " + field, value.size());
        });
        Optional<PresencePatch> patch = rows.write(update.sessionId(), found -> PresenceRules.set(found, update));
        patch.ifPresent(rows::announce);
        return patch;
    }

    @Override
    public List<PresenceEntry> readPresence(String sessionId) {
        limits.checkSession(sessionId);
        PresenceRules.Seen seen = rows.read(sessionId, PresenceRules::read);
        if (seen.anyExpired()) {
            rows.<@Nullable Void>write(sessionId, found -> {
                found.dropPresence();
                return null;
            });
        }
        return seen.entries();
    }

    @Override
    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        limits.checkSession(sessionId);
        return notices.subscribePresence(sessionId, listener);
    }

    // ---- the work index

    @Override
    public int workShards() {
        return rows.workShards();
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        if (request.shard() >= rows.workShards()) {
            throw StoreException.invalid("there is no shard " + request.shard() + " of " + rows.workShards());
        }
        return rows.takeWork(request);
    }

    @Override
    public void refreshWork(String sessionId, Set<String> consumers) {
        limits.checkSession(sessionId);
        limits.checkConsumers(consumers);
        rows.<@Nullable Void>write(sessionId, found -> {
            for (String consumer : consumers) {
                Long free = found.firstFreeMs(consumer);
                found.setMark(consumer, free == null ? null : Long.valueOf(Math.max(free, found.nowMs())));
            }
            return null;
        });
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        Limits.checkLimit(limit);
        return rows.listWork(from, limit);
    }

    @Override
    public Subscription subscribeWork(Runnable listener) {
        return notices.subscribeWork(listener);
    }

    // ---- upkeep

    @Override
    public List<Finding> verify(String sessionId) {
        limits.checkSession(sessionId);
        return rows.read(sessionId, found -> Verifying.verify(found, sessionId));
    }

    @Override
    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
        limits.checkSession(sessionId);
        Transferring.export(rows, sessionId, sink);
    }

    @Override
    public void importSession(String sessionId, Iterable<? extends SessionPart> parts) {
        limits.checkSession(sessionId);
        long frontier = rows.write(sessionId, found -> Transferring.imported(found, sessionId, parts, limits));
        notices.imported(sessionId, frontier);
    }

    @Override
    public void close() {
        notices.close();
        rows.close();
    }
}

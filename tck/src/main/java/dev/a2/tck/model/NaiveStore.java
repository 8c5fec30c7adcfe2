package dev.a2.tck.model;

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
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Finding;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
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
import dev.a2.store.SessionParts;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The naive model as a store: checks sizes, takes the one lock, works, and tells the listeners. Long because the contract
 * has many calls; each is a line or two.
 */
public final class NaiveStore implements SessionStore {
    private static final long MAX_NUMBER = (1L << 53) - 1;

    private final NaiveStorage storage;
    private final NaiveStorage.Operations operations;
    private final InstantSource clock;
    private final IdSource ids;
    private final Limits limits;
    private final Set<Mailbox> mailboxes = ConcurrentHashMap.newKeySet();

    /** A store on this storage. */
    public NaiveStore(NaiveStorage storage, InstantSource clock, IdSource ids, Limits limits) {
        this.storage = storage;
        this.operations = storage.operations;
        this.clock = clock;
        this.ids = ids;
        this.limits = limits;
    }

    // --- the log

    @Override
    public AppendResult append(AppendRequest request) {
        limits.check(request.sessionId(), request.events(), request.consumers());
        request.events().forEach(event -> check(event.cause()));
        return write(request.sessionId(), s -> {
            NaiveLog.Appended appended = operations.log().append(s, request, now(), ids);
            List<Event> events = appended.result().events();
            if (!events.isEmpty()) {
                announce(s, events.get(events.size() - 1).index(), appended.fresh() ? events : List.of());
            }
            return operations.work().claimNew(s, request, appended, now());
        });
    }

    @Override
    public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        number("afterIndex", afterIndex);
        number("throughIndex", throughIndex);
        return look(sessionId, s -> operations.log().read(s, afterIndex, throughIndex));
    }

    @Override
    public List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        number("afterIndex", afterIndex);
        number("throughIndex", throughIndex);
        return look(sessionId, s -> operations.log().readHistory(s, afterIndex, throughIndex));
    }

    @Override
    public Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        number("fromIndex", fromIndex);
        number("throughIndex", throughIndex);
        return look(sessionId, s -> operations.log().readTail(s, fromIndex, throughIndex));
    }

    @Override
    public List<Event> readEvents(String sessionId, long afterIndex) {
        number("afterIndex", afterIndex);
        return look(sessionId, s -> operations.log().page(s, afterIndex, EventLog.PAGE));
    }

    @Override
    public List<Event> readFeedPage(String sessionId, long afterIndex) {
        number("afterIndex", afterIndex);
        return look(sessionId, s -> operations.log().page(s, afterIndex, EventLog.FEED_PAGE));
    }

    @Override
    public long clearIndex(String sessionId) {
        return look(sessionId, s -> s.marker);
    }

    @Override
    public SessionBounds bounds(String sessionId) {
        return look(sessionId, s -> new SessionBounds(sessionId, s.frontier, s.marker));
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        atLeastOne("limit", limit);
        return locked(() -> {
            List<SessionBounds> behind = storage.sessions.values().stream()
                    .filter(s -> s.frontier > 0 && (from == null || s.id.compareTo(from) > 0))
                    .map(s -> new SessionBounds(s.id, s.frontier, s.marker))
                    .toList();
            return behind.size() <= limit
                    ? new SessionPage(behind, null)
                    : new SessionPage(
                            behind.subList(0, limit), behind.get(limit - 1).sessionId());
        });
    }

    // --- work

    @Override
    public ClaimResult claimAvailable(ClaimRequest request) {
        limits.checkName("holder", request.holder());
        limits.check(request.consumers());
        return write(request.sessionId(), s -> operations.work().claim(s, request, now()));
    }

    @Override
    public RenewResult renewClaims(RenewRequest request) {
        limits.checkName("holder", request.holder());
        request.claims().forEach(this::check);
        return write(request.sessionId(), s -> operations.work().renew(s, request, now()));
    }

    @Override
    public List<HeadRef> releaseClaims(ReleaseRequest request) {
        limits.checkName("holder", request.holder());
        request.claims().forEach(this::check);
        return write(request.sessionId(), s -> operations.work().release(s, request));
    }

    @Override
    public CompleteResult completeAttempt(CompleteRequest request) {
        limits.check(request.sessionId(), request.events(), request.consumers());
        check(request.attempt());
        return write(request.sessionId(), s -> {
            long before = s.frontier;
            CompleteResult result = operations.work().complete(s, request, now());
            if (result instanceof CompleteResult.Completed completed
                    && !completed.events().isEmpty()) {
                List<Event> events = completed.events();
                announce(s, events.get(events.size() - 1).index(), s.frontier > before ? events : List.of());
            }
            return result;
        });
    }

    @Override
    public FailResult failAttempt(FailRequest request) {
        check(request.attempt());
        return write(request.sessionId(), s -> operations.work().fail(s, request, now()));
    }

    @Override
    public List<Head> deadLetters(String sessionId) {
        return look(sessionId, operations.cursors()::deadLetters);
    }

    @Override
    public RedriveResult redrive(RedriveRequest request) {
        limits.checkName("consumer", request.consumer());
        limits.check(request.consumers());
        return write(request.sessionId(), s -> operations.cursors().redrive(s, request, now()));
    }

    @Override
    public List<Cursor> cursors(String sessionId) {
        return look(sessionId, operations.cursors()::cursors);
    }

    @Override
    public WakeLogResult wakeLog(WakeLogRequest request) {
        limits.checkName("consumer", request.consumer());
        limits.check(request.log());
        return write(request.sessionId(), s -> operations.cursors().wakeLog(s, request));
    }

    // --- snapshots and lifetimes

    @Override
    public StateRead readState(ReadStateRequest request) {
        limits.checkName("reducer", request.reducer());
        return look(request.sessionId(), s -> operations.snapshots().readState(s, request));
    }

    @Override
    public void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes) {
        if (reducer.isEmpty() || !dev.a2.codec.Strings.isWellFormed(reducer)) {
            throw StoreException.invalid("the reducer's name is empty or not well-formed");
        }
        limits.checkName("reducer", reducer);
        writes.forEach(write -> limits.checkPayload(
                "the state at " + write.index(), write.state().size()));
        write(sessionId, s -> {
            operations.snapshots().put(s, reducer, writes);
            return s;
        });
    }

    @Override
    public ClearResult clear(ClearRequest request) {
        check(request.cause());
        return write(request.sessionId(), s -> {
            NaiveLog.Cleared cleared = operations.log().clear(s, request, now(), ids);
            Event marker = cleared.marker();
            if (marker != null) {
                announce(s, s.frontier, List.of(marker));
            } else if (cleared.result().cleared() && s.frontier > 0) {
                announce(s, s.frontier, List.of());
            }
            return cleared.result();
        });
    }

    @Override
    public ReclaimResult reclaim(String sessionId) {
        return write(sessionId, operations.log()::reclaim);
    }

    // --- presence

    @Override
    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
        limits.checkSession(update.sessionId());
        limits.checkName("participant", update.participant());
        update.values().forEach((field, value) -> {
            limits.checkName("field", field);
            limits.checkPayload("the value of " + field, value.size());
        });
        return locked(() -> {
            Optional<PresencePatch> patch = operations.presence().set(presence(update.sessionId()), update, now());
            patch.ifPresent(applied -> storage.announcePresence(this, applied));
            return patch;
        });
    }

    @Override
    public List<PresenceEntry> readPresence(String sessionId) {
        limits.checkSession(sessionId);
        return locked(() -> operations.presence().read(presence(sessionId), now()));
    }

    private List<PresenceEntry> presence(String sessionId) {
        return storage.presence.computeIfAbsent(sessionId, id -> new ArrayList<>());
    }

    // --- the work index

    @Override
    public int workShards() {
        return 1;
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        if (request.shard() != 0) {
            throw StoreException.invalid("there is no shard " + request.shard() + "; the index has 1");
        }
        return locked(() -> operations.marks().take(storage.marks, request, now()));
    }

    @Override
    public void refreshWork(String sessionId, Set<String> consumers) {
        look(sessionId, s -> {
            for (String consumer : consumers) {
                operations.marks().refresh(storage.marks, s.id, consumer, s.firstFree(consumer, now()));
            }
            return s;
        });
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        atLeastOne("limit", limit);
        return locked(() -> operations.marks().list(storage.marks, from, limit));
    }

    // --- listening

    @Override
    public Subscription subscribe(String sessionId, Listener listener) {
        limits.checkSession(sessionId);
        Subscription subscription = listen(storage.wakeupEars, sessionId, listener, listener::onGap);
        return subscription;
    }

    @Override
    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        limits.checkSession(sessionId);
        return listen(storage.presenceEars, sessionId, listener, () -> {});
    }

    @Override
    public Subscription subscribeWork(Runnable listener) {
        return listen(storage.workEars, "", listener, () -> {});
    }

    private <L> Subscription listen(List<NaiveStorage.Ear<L>> ears, String sessionId, L listener, Runnable first) {
        Mailbox mailbox = new Mailbox();
        NaiveStorage.Ear<L> ear = new NaiveStorage.Ear<>(this, sessionId, listener, mailbox);
        mailboxes.add(mailbox);
        locked(() -> ears.add(ear));
        mailbox.post(first);
        mailbox.start();
        return () -> {
            locked(() -> ears.remove(ear));
            mailbox.close();
        };
    }

    private void announce(NaiveSession s, long index, List<Event> events) {
        List<Event> small = events.stream().map(Event::withoutCause).toList();
        int bytes = 64 + small.stream().mapToInt(NaiveStore::announcedBytes).sum();
        storage.announce(new Wakeup(s.id, index, bytes <= Wakeup.MAX_BYTES ? small : List.of()));
    }

    /** About what a message would spend on it. */
    private static int announcedBytes(Event event) {
        return Json.string(event.id()).size()
                + Json.string(event.type()).size()
                + event.payload().size()
                + 24;
    }

    // --- whole sessions

    @Override
    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
        look(sessionId, operations.transfer()::parts).forEach(sink);
    }

    @Override
    public void importSession(String sessionId, Iterable<? extends SessionPart> parts) {
        NaiveSession whole = operations.transfer().session(sessionId, parts, new SessionParts(sessionId, limits));
        locked(() -> {
            long frontier = bounds(sessionId).frontier();
            if (frontier > 0) {
                throw Refusal.of(ErrorCode.INVALID_ARGUMENT, whole, "it has events already, through index " + frontier);
            }
            storage.sessions.put(sessionId, whole);
            operations.marks().markWhatCameUp(storage.marks, sessionId, Map.of(), NaiveMarks.liveHeads(whole), now());
            announce(whole, whole.frontier, List.of());
            storage.announceWork();
            return whole;
        });
    }

    // --- the rest

    @Override
    public List<Finding> verify(String sessionId) {
        return look(sessionId, NaiveVerification::verify);
    }

    @Override
    public void close() {
        mailboxes.forEach(Mailbox::close);
    }

    private Instant now() {
        return clock.instant();
    }

    private <T> T locked(Supplier<T> work) {
        storage.lock.lock();
        try {
            return work.get();
        } finally {
            storage.lock.unlock();
        }
    }

    private <T> T look(String sessionId, Function<NaiveSession, T> work) {
        limits.checkSession(sessionId);
        return locked(() -> work.apply(storage.session(sessionId)));
    }

    /** As {@link #look}, and what came up for a consumer is marked in the work index (WRK-1). */
    private <T> T write(String sessionId, Function<NaiveSession, T> work) {
        return look(sessionId, s -> {
            Map<NaiveMarks.LiveHead, Instant> before = NaiveMarks.liveHeads(s);
            T result = work.apply(s);
            if (operations.marks().markWhatCameUp(storage.marks, s.id, before, NaiveMarks.liveHeads(s), now())) {
                storage.announceWork();
            }
            return result;
        });
    }

    private void check(@Nullable AttemptRef attempt) {
        if (attempt != null) {
            limits.checkName("consumer", attempt.consumer());
            limits.checkName("lane", attempt.lane());
        }
    }

    private static void number(String what, @Nullable Long value) {
        if (value != null && (value < 0 || value > MAX_NUMBER)) {
            throw StoreException.invalid(what + " must be from 0 to 2^53 - 1, not " + value);
        }
    }

    private static void atLeastOne(String what, int value) {
        if (value < 1) {
            throw StoreException.invalid(what + " must be at least 1, not " + value);
        }
    }
}

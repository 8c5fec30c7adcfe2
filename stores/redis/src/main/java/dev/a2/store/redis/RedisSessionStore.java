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
import dev.a2.store.EventLog;
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

/** The whole contract, each part by the class that knows it. */
final class RedisSessionStore implements SessionStore {
    /** Of a cluster's work index, so that its nodes share the load. Fixed, as all processes must agree. */
    private static final int WORK_SHARDS = 8;

    private final Commands commands;
    private final Ear ear;
    private final WorkHints hints;
    private final Reads reads;
    private final Appends appends;
    private final Claims claims;
    private final Endings endings;
    private final Standings standings;
    private final StateReads states;
    private final Lives lives;
    private final Presences presences;
    private final Listening listening;
    private final WorkMarks marks;
    private final WorkList workList;
    private final SessionScan sessions;
    private final Transfers transfers;
    private final Checks checks;

    RedisSessionStore(RedisOptions options, Commands commands) {
        Keys keys = new Keys(options.prefix(), commands.isOneServer() ? 1 : WORK_SHARDS);
        this.commands = commands;
        this.ear = commands.ear(keys);
        this.hints = new WorkHints(commands, ear, keys, options);
        Home home = new Home(commands, keys, options, hints, new ComingWork(commands, keys, options));
        Replays replays = new Replays(home);
        TypeIndex types = new TypeIndex(home);
        this.reads = new Reads(home);
        this.appends = new Appends(home, replays, types);
        this.claims = new Claims(home);
        this.endings = new Endings(home, replays, types);
        this.standings = new Standings(home, types);
        this.states = new StateReads(home, reads);
        this.lives = new Lives(home);
        this.presences = new Presences(home);
        this.listening = new Listening(home, ear, presences);
        this.marks = new WorkMarks(home);
        this.workList = new WorkList(home);
        this.sessions = new SessionScan(home, reads);
        this.transfers = new Transfers(home, reads);
        this.checks = new Checks(home, transfers, marks);
    }

    /** How often a connection broke, so that another server may answer since. */
    long interruptions() {
        return commands.interruptions() + ear.interruptions();
    }

    // ---- the log

    @Override
    public AppendResult append(AppendRequest request) {
        return appends.append(request);
    }

    @Override
    public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return reads.read(sessionId, afterIndex, throughIndex);
    }

    @Override
    public List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        return Reads.withoutCauses(reads.read(sessionId, afterIndex, throughIndex));
    }

    @Override
    public Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        return reads.tail(sessionId, fromIndex, throughIndex);
    }

    @Override
    public List<Event> readEvents(String sessionId, long afterIndex) {
        return reads.page(sessionId, afterIndex, EventLog.PAGE);
    }

    @Override
    public List<Event> readFeedPage(String sessionId, long afterIndex) {
        return reads.page(sessionId, afterIndex, EventLog.FEED_PAGE);
    }

    @Override
    public long clearIndex(String sessionId) {
        return reads.clearIndex(sessionId);
    }

    @Override
    public SessionBounds bounds(String sessionId) {
        return reads.bounds(sessionId);
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        return sessions.page(from, limit);
    }

    // ---- work

    @Override
    public ClaimResult claimAvailable(ClaimRequest request) {
        return claims.claim(request);
    }

    @Override
    public RenewResult renewClaims(RenewRequest request) {
        return claims.renew(request);
    }

    @Override
    public List<HeadRef> releaseClaims(ReleaseRequest request) {
        return claims.release(request);
    }

    @Override
    public CompleteResult completeAttempt(CompleteRequest request) {
        return endings.complete(request);
    }

    @Override
    public FailResult failAttempt(FailRequest request) {
        return endings.fail(request);
    }

    @Override
    public List<Head> deadLetters(String sessionId) {
        return standings.deadLetters(sessionId);
    }

    @Override
    public RedriveResult redrive(RedriveRequest request) {
        return standings.redrive(request);
    }

    @Override
    public List<Cursor> cursors(String sessionId) {
        return standings.cursors(sessionId);
    }

    @Override
    public WakeLogResult wakeLog(WakeLogRequest request) {
        return standings.wakeLog(request);
    }

    // ---- snapshots and lifetimes

    @Override
    public StateRead readState(ReadStateRequest request) {
        return states.read(request);
    }

    @Override
    public void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes) {
        states.put(sessionId, reducer, writes);
    }

    @Override
    public ClearResult clear(ClearRequest request) {
        return lives.clear(request);
    }

    @Override
    public ReclaimResult reclaim(String sessionId) {
        return lives.reclaim(sessionId);
    }

    // ---- hints and presence

    @Override
    public Subscription subscribe(String sessionId, Listener listener) {
        return listening.toWakeups(sessionId, listener);
    }

    @Override
    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
        return presences.set(update);
    }

    @Override
    public List<PresenceEntry> readPresence(String sessionId) {
        return presences.read(sessionId);
    }

    @Override
    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        return listening.toPresence(sessionId, listener);
    }

    // ---- the work index

    @Override
    public int workShards() {
        return marks.shards();
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        return marks.take(request);
    }

    @Override
    public void refreshWork(String sessionId, Set<String> consumers) {
        marks.refresh(sessionId, consumers);
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return workList.page(from, limit);
    }

    @Override
    public Subscription subscribeWork(Runnable listener) {
        return hints.subscribe(listener);
    }

    // ---- upkeep

    @Override
    public List<Finding> verify(String sessionId) {
        return checks.verify(sessionId);
    }

    @Override
    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
        transfers.export(sessionId, sink);
    }

    @Override
    public void importSession(String sessionId, Iterable<? extends SessionPart> parts) {
        transfers.imported(sessionId, parts);
    }

    @Override
    public void close() {
        ear.close();
        commands.close();
    }
}

package dev.a2.integration;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Dispatch;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What stands in a session beside what workers of the tests do there: something of everything, for consumers that nobody runs. */
record Furniture(List<CursorPart> cursors, List<HeadPart> heads, List<SnapshotPart> snapshots) {
    static final String SESSION = "odd {session}: \u0000\n\"\ud83d\ude00'/";
    /** Index of the last event that {@link #furnish} leaves. */
    static final long FRONTIER = 12;

    private static final String MARK = "\ud83d\ude00 ";
    private static final Json PAYLOAD = Json.of("{\"b\" : 1.0, \"a\":\"\\u0041\u2028\"}");

    private static NewEvent event(String id, Target... targets) {
        return NewEvent.of(id, "furniture", PAYLOAD).to(targets);
    }

    private static Target each(String consumer) {
        return Target.each(MARK + consumer);
    }

    private static Target lane(String consumer, String lane) {
        return Target.lane(MARK + consumer, lane);
    }

    private static Head claim(SessionStore store, String consumer) {
        Served served = Served.named(MARK + consumer);
        ClaimRequest request = ClaimRequest.of(SESSION, "a worker that died", When.after(Duration.ofHours(1)));
        return ((ClaimResult.Claimed) store.claimAvailable(request.serving(served)))
                .heads()
                .get(0);
    }

    private static void fail(SessionStore store, String consumer, int mostFailures, Duration hold) {
        Head head = claim(store, consumer);
        store.failAttempt(new FailRequest(SESSION, head.attempt(), "boom \u2028", mostFailures, When.after(hold)));
    }

    static void furnish(SessionStore store) {
        store.append(AppendRequest.of(SESSION, event("e1"), event("gone", each("gone"))));
        store.clear(ClearRequest.of(SESSION));
        while (!store.reclaim(SESSION).done()) {
            // The first lifetime is history.
        }
        ServedConsumer backfilling =
                ServedConsumer.log(MARK + "log", new LogOptions("", Set.of("furniture", "later"), true));
        ServedConsumer idle = ServedConsumer.log(MARK + "idle", new LogOptions("x", Set.of("never"), false));
        store.append(AppendRequest.of(
                SESSION,
                event("e1", each("done"), each("dead"), each("held"), each("skipped"), each("busy")),
                event("e2", lane("queue", ""), lane("dead lane", "{a}")),
                event("e3", lane("queue", ""), lane("dead lane", "{a}")),
                event("e4", lane("queue", "other"))));
        store.append(AppendRequest.of(
                        SESSION,
                        event("e5").to(new Target(MARK + "timer", null, When.after(Duration.ofHours(2)))),
                        event("e6"),
                        event("e7", each("free")))
                .serving(Served.of(backfilling, idle)));
        store.completeAttempt(CompleteRequest.of(SESSION, claim(store, "done").attempt(), event("r1"), event("r2")));
        fail(store, "dead", 1, Duration.ofHours(1));
        fail(store, "dead lane", 1, Duration.ofHours(1));
        fail(store, "skipped", 1, Duration.ofHours(1));
        fail(store, "held", 9, Duration.ofHours(1));
        store.redrive(RedriveRequest.of(SESSION, MARK + "skipped", 4, RedriveRequest.Action.SKIP));
        Head busy = claim(store, "busy");
        store.putSnapshots(SESSION, MARK, List.of(new SnapshotWrite(4, Json.of("[4 ]"), Set.of(busy.ref()))));
        store.putSnapshots(SESSION, MARK, List.of(new SnapshotWrite(8, Json.of("[8]"), Set.of())));
    }

    /** What a session holds of it now. */
    static Furniture of(SessionStore store) {
        Furniture found = new Furniture(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        store.exportSession(SESSION, part -> {
            switch (part) {
                case CursorPart cursor when cursor.consumer().startsWith(MARK) -> found.cursors.add(cursor);
                case HeadPart head when head.head().consumer().startsWith(MARK) -> found.heads.add(ageless(head));
                case SnapshotPart snapshot when snapshot.reducer().startsWith(MARK) -> found.snapshots.add(snapshot);
                default -> {}
            }
        });
        return found;
    }

    /** The same after a move, which may take what is free or running several times before it succeeds. */
    private static HeadPart ageless(HeadPart part) {
        Dispatch dispatch = part.dispatch();
        boolean isTaken =
                part.state() == State.LIVE && (dispatch.claimHolder() != null || dispatch.claimExpiresAt() == null);
        return isTaken ? with(part, Dispatch.NONE) : part;
    }

    private static HeadPart with(HeadPart part, Dispatch dispatch) {
        return new HeadPart(part.head(), part.kind(), part.state(), dispatch, part.pins(), part.completion());
    }
}

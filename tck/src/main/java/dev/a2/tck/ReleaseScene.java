package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.Limits;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveRequest.Action;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.NaiveStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes what a release leaves behind for later ones to read: every kind of row in every state. */
final class ReleaseScene {
    static final String HEADS = "heads";
    static final String LANES = "lanes";
    static final String STATES = "states";
    static final String CLEARED = "cleared";
    static final String COLLAPSED = "collapsed";
    static final String IMPORTED = "imported";
    static final String PRESENT = "present";
    static final String ODD = "o{dd}\"\\\u2028\ud83d\udca9";
    static final List<String> SESSIONS = List.of(HEADS, LANES, STATES, CLEARED, COLLAPSED, IMPORTED, PRESENT, ODD);

    static final Served SERVED = Served.of(
            ServedConsumer.of("each"),
            ServedConsumer.of("timers"),
            ServedConsumer.of("ship"),
            ServedConsumer.log("audit", new LogOptions("", Set.of("t", "paid"), true)),
            ServedConsumer.log("all", new LogOptions("main", null, false)));

    private final SessionStore store;
    private final TestClock clock;

    ReleaseScene(SessionStore store, TestClock clock) {
        this.store = store;
        this.clock = clock;
    }

    void write() {
        heads();
        lanes(LANES);
        states();
        lifetimes();
        transfer();
        presence();
        odd();
    }

    private void append(String session, NewEvent... events) {
        store.append(AppendRequest.of(session, events).serving(SERVED));
        clock.advance(Duration.ofMillis(17));
    }

    private Head claim(String session, String consumer, String holder) {
        ClaimResult result = store.claimAvailable(ClaimRequest.of(session, holder, inMs(30_000))
                .serving(Served.named(consumer))
                .limit(1));
        clock.advance(Duration.ofMillis(3));
        return ((ClaimResult.Claimed) result).heads().get(0);
    }

    private void fail(String session, Head head, int maxFailures) {
        store.failAttempt(new FailRequest(session, head.attempt(), "it failed", maxFailures, inMs(60_000)));
        clock.advance(Duration.ofMillis(5));
    }

    /** Event cursors: done, claimed, waiting for a retry, dead, skipped, redriven, given back, free, held until a time. */
    private void heads() {
        for (int i = 1; i <= 8; i++) {
            append(HEADS, event("e" + i, "t", "{\"n\":" + i + "}").to(each("each")));
        }
        append(HEADS, event("e9").to(new Target("timers", null, inMs(600_000))));
        Head done = claim(HEADS, "each", "h1");
        store.completeAttempt(CompleteRequest.of(HEADS, done.attempt(), event("r1", "paid", "{\"sum\":1}"))
                .serving(SERVED));
        claim(HEADS, "each", "h2");
        fail(HEADS, claim(HEADS, "each", "h3"), 5);
        fail(HEADS, claim(HEADS, "each", "h4"), 1);
        fail(HEADS, claim(HEADS, "each", "h5"), 1);
        store.redrive(RedriveRequest.of(HEADS, "each", 5, Action.SKIP));
        fail(HEADS, claim(HEADS, "each", "h6"), 1);
        store.redrive(RedriveRequest.of(HEADS, "each", 6, Action.RETRY));
        claim(HEADS, "each", "h6");
        Head given = claim(HEADS, "each", "h7");
        store.releaseClaims(new ReleaseRequest(HEADS, "h7", List.of(given.attempt())));
    }

    /** Lanes and logs: behind a dead letter, claimed, moved on, idle, with types and without. */
    private void lanes(String session) {
        for (int i = 1; i <= 3; i++) {
            append(
                    session,
                    event("n" + i).to(lane("ship", "north")),
                    event("s" + i, "paid").to(lane("ship", "south")));
        }
        append(session, event("w1", "other").to(lane("ship", "west"), lane("ship", "")));
        Head north = claim(session, "ship", "h1");
        store.completeAttempt(CompleteRequest.of(session, north.attempt(), event("n1-done", "other"))
                .serving(SERVED));
        Head south = claim(session, "ship", "h1");
        fail(session, south, 1);
        claim(session, "audit", "h2");
        Head all = claim(session, "all", "h3");
        store.completeAttempt(CompleteRequest.of(session, all.attempt()).serving(SERVED));
    }

    private void states() {
        for (int i = 1; i <= 12; i++) {
            append(
                    STATES,
                    event("e" + i, i % 3 == 0 ? "paid" : "t", "{\"n\":" + i + "}")
                            .to(lane("ship", "one")));
        }
        HeadRef pin = new HeadRef("ship", "one", 1);
        store.putSnapshots(STATES, "sum", List.of(new SnapshotWrite(1, Json.of("{\"sum\":1}"), Set.of(pin))));
        store.putSnapshots(STATES, "sum", List.of(new SnapshotWrite(10, Json.of("{\"sum\":55}"), Set.of())));
        store.putSnapshots(
                STATES, "other", List.of(new SnapshotWrite(12, Json.of("[1e400,0.10,\"\\u0000\"]"), Set.of())));
    }

    private void lifetimes() {
        for (String session : List.of(CLEARED, COLLAPSED)) {
            append(session, event("old", "t").to(each("each"), lane("ship", "x")));
            store.putSnapshots(session, "sum", List.of(new SnapshotWrite(1, Json.of("1"), Set.of())));
            store.clear(ClearRequest.of(session));
        }
        append(CLEARED, event("old", "t").to(each("each")), event("new", "paid").to(lane("ship", "x")));
        while (!store.reclaim(COLLAPSED).done()) {
            clock.advance(Duration.ofMillis(1));
        }
    }

    private void transfer() {
        List<SessionPart> parts = new ArrayList<>();
        try (SessionStore elsewhere = new NaiveStore(new NaiveStorage(), clock, () -> "", Limits.DEFAULTS)) {
            new ReleaseScene(elsewhere, clock).lanes(IMPORTED);
            elsewhere.exportSession(IMPORTED, parts::add);
        }
        store.importSession(IMPORTED, parts);
    }

    private void presence() {
        Duration ttl = Duration.ofHours(2);
        store.setPresence(
                new PresenceUpdate(PRESENT, "ann", Map.of("cursor", Json.of("{\"x\":1}")), 1, clock.instant(), ttl));
        store.setPresence(
                new PresenceUpdate(PRESENT, "bob", Map.of("typing", Json.of("true")), 1, clock.instant(), ttl));
        clock.advance(Duration.ofMillis(2));
        store.setPresence(new PresenceUpdate(PRESENT, "bob", Map.of("typing", Json.NULL), 2, clock.instant(), ttl));
    }

    private void odd() {
        Json exact = Json.of("{\"b\": 1e2 ,\"a\":[],\"n\":12345678901234567890.0123456789,\"b\":\"\\ud83d\\udca9\"}");
        append(ODD, NewEvent.of("id:{\"}", "ty{p}e", exact).to(each("each"), lane("ship", ODD)));
        AttemptRef cause = claim(ODD, "each", ODD).attempt();
        append(ODD, NewEvent.of(null, "t", Json.NULL).causedBy(cause));
    }
}

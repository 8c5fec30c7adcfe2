package dev.a2.tck;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every place of a call where a name stands, each as a call with that name. The scene's session holds one event at 1. */
final class NamePlaces {
    /** A call with a name in one place. */
    @FunctionalInterface
    interface Place {
        void with(Scene s, String name);
    }

    private static final Wakeups.Listener DEAF = new Wakeups.Listener() {
        @Override
        public void onWakeup(Wakeup wakeup) {}

        @Override
        public void onGap() {}
    };

    private NamePlaces() {}

    /** Where a session id stands. */
    static Map<String, Place> sessionIds() {
        Map<String, Place> places = new LinkedHashMap<>();
        places.put("append", (s, id) -> s.store().append(AppendRequest.of(id, Given.event("x"))));
        places.put("read", (s, id) -> s.store().read(id, 0, null));
        places.put("readHistory", (s, id) -> s.store().readHistory(id, 0, null));
        places.put("readTail", (s, id) -> s.store().readTail(id, 1, null));
        places.put("readEvents", (s, id) -> s.store().readEvents(id, 0));
        places.put("readFeedPage", (s, id) -> s.store().readFeedPage(id, 0));
        places.put("clearIndex", (s, id) -> s.store().clearIndex(id));
        places.put("bounds", (s, id) -> s.store().bounds(id));
        places.put("claimAvailable", (s, id) -> s.store().claimAvailable(ClaimRequest.of(id, "h", Given.inMs(1))));
        places.put(
                "renewClaims", (s, id) -> s.store().renewClaims(new RenewRequest(id, "h", List.of(), Given.inMs(1))));
        places.put("releaseClaims", (s, id) -> s.store().releaseClaims(new ReleaseRequest(id, "h", List.of())));
        places.put("completeAttempt", (s, id) -> s.store().completeAttempt(CompleteRequest.of(id, attempt("w", null))));
        places.put(
                "failAttempt",
                (s, id) -> s.store().failAttempt(new FailRequest(id, attempt("w", null), "boom", 1, null)));
        places.put("deadLetters", (s, id) -> s.store().deadLetters(id));
        places.put("redrive", (s, id) -> s.store().redrive(RedriveRequest.of(id, "w", 1, RedriveRequest.Action.RETRY)));
        places.put("cursors", (s, id) -> s.store().cursors(id));
        places.put("wakeLog", (s, id) -> s.store().wakeLog(new WakeLogRequest(id, "g", logOf("main"))));
        places.put("readState", (s, id) -> s.store().readState(ReadStateRequest.of(id, "r")));
        places.put("putSnapshots", (s, id) -> s.store().putSnapshots(id, "r", List.of()));
        places.put("clear", (s, id) -> s.store().clear(ClearRequest.of(id)));
        places.put("reclaim", (s, id) -> s.store().reclaim(id));
        places.put("setPresence", (s, id) -> s.store().setPresence(presence(s, id, "p", "f")));
        places.put("readPresence", (s, id) -> s.store().readPresence(id));
        places.put("refreshWork", (s, id) -> s.store().refreshWork(id, Set.of("w")));
        places.put("subscribe", (s, id) -> close(s.store().subscribe(id, DEAF)));
        places.put("subscribePresence", (s, id) -> close(s.store().subscribePresence(id, patch -> {})));
        places.put("verify", (s, id) -> s.store().verify(id));
        return places;
    }

    /** Where any other name stands that may not be empty. */
    static Map<String, Place> names() {
        Map<String, Place> places = new LinkedHashMap<>();
        places.put("event id", (s, name) -> s.append(Given.event(name)));
        places.put("event type", (s, name) -> s.append(Given.event("x", name)));
        places.put(
                "consumer of a target", (s, name) -> s.append(Given.event("x").to(Target.each(name))));
        places.put(
                "consumer of a lane target",
                (s, name) -> s.append(Given.event("x").to(Target.lane(name, "l"))));
        places.put("consumer of a cause", (s, name) -> s.append(Given.event("x").causedBy(attempt(name, null))));
        places.put("served consumer", (s, name) -> s.append(Served.named(name), Given.event("x")));
        places.put("type of a served log", (s, name) -> s.append(Served.of(Given.log("g", name)), Given.event("x")));
        places.put("holder of a claim", (s, name) -> s.claim(name));
        places.put(
                "consumer of an exclusion",
                (s, name) -> s.store().claimAvailable(s.asking("h").exclude(Set.of(new HeadRef(name, null, 1)))));
        places.put(
                "holder of a renewal",
                (s, name) -> s.store().renewClaims(new RenewRequest(s.session(), name, List.of(), Given.inMs(1))));
        places.put(
                "consumer of a renewal",
                (s, name) -> s.store()
                        .renewClaims(new RenewRequest(s.session(), "h", List.of(attempt(name, null)), Given.inMs(1))));
        places.put(
                "holder of a release",
                (s, name) -> s.store().releaseClaims(new ReleaseRequest(s.session(), name, List.of())));
        places.put(
                "consumer of a completion",
                (s, name) -> s.store().completeAttempt(CompleteRequest.of(s.session(), attempt(name, null))));
        places.put(
                "returned id",
                (s, name) -> s.store()
                        .completeAttempt(CompleteRequest.of(s.session(), attempt("w", null), Given.event(name))));
        places.put(
                "consumer of a failure",
                (s, name) -> s.store().failAttempt(new FailRequest(s.session(), attempt(name, null), "boom", 1, null)));
        places.put("consumer of a redrive", (s, name) -> s.redrive(name, 1, RedriveRequest.Action.RETRY));
        places.put("log to wake", (s, name) -> s.store().wakeLog(new WakeLogRequest(s.session(), name, logOf("main"))));
        places.put(
                "type of a log to wake",
                (s, name) -> s.store()
                        .wakeLog(new WakeLogRequest(s.session(), "g", new LogOptions("main", Set.of(name), false))));
        places.put("reducer to read", (s, name) -> s.store().readState(ReadStateRequest.of(s.session(), name)));
        places.put(
                "reducer to write",
                (s, name) ->
                        s.store().putSnapshots(s.session(), name, List.of(new SnapshotWrite(1, Json.NULL, Set.of()))));
        places.put("consumer of a pin", (s, name) -> s.snapshot(1, "1", new HeadRef(name, null, 1)));
        places.put("participant", (s, name) -> s.store().setPresence(presence(s, s.session(), name, "f")));
        places.put("consumer to refresh", (s, name) -> s.store().refreshWork(s.session(), Set.of(name)));
        places.put(
                "consumer to take work for",
                (s, name) -> s.store().takeWork(new TakeWorkRequest(0, Set.of(name), 1, Given.LEASE)));
        return places;
    }

    /** Where a text stands that may be empty. */
    static Map<String, Place> texts() {
        Map<String, Place> places = new LinkedHashMap<>();
        places.put("lane of a target", (s, name) -> s.append(Given.event("x").to(Target.lane("w", name))));
        places.put("lane of a cause", (s, name) -> s.append(Given.event("x").causedBy(attempt("w", name))));
        places.put(
                "lane of a served log",
                (s, name) -> s.append(Served.of(ServedConsumer.log("g", logOf(name))), Given.event("x")));
        places.put(
                "lane of a log to wake",
                (s, name) -> s.store().wakeLog(new WakeLogRequest(s.session(), "g", logOf(name))));
        places.put("lane of a pin", (s, name) -> s.snapshot(1, "1", new HeadRef("w", name, 1)));
        places.put("presence field", (s, name) -> s.store().setPresence(presence(s, s.session(), "p", name)));
        return places;
    }

    /** The places of {@link #names} and {@link #texts} where a store keeps the name, so that its size is limited. */
    static Map<String, Place> kept() {
        Map<String, Place> places = new LinkedHashMap<>(names());
        places.putAll(texts());
        places.keySet()
                .retainAll(Set.of(
                        "event id",
                        "event type",
                        "consumer of a target",
                        "consumer of a lane target",
                        "type of a served log",
                        "holder of a claim",
                        "returned id",
                        "log to wake",
                        "type of a log to wake",
                        "reducer to write",
                        "participant",
                        "lane of a target",
                        "lane of a served log",
                        "lane of a log to wake",
                        "presence field"));
        return places;
    }

    private static LogOptions logOf(String lane) {
        return new LogOptions(lane, null, false);
    }

    private static AttemptRef attempt(String consumer, @Nullable String lane) {
        return new AttemptRef(consumer, lane, 1, 1);
    }

    private static PresenceUpdate presence(Scene s, String session, String participant, String field) {
        return new PresenceUpdate(session, participant, Map.of(field, Json.NULL), 0, s.now(), Given.LEASE);
    }

    private static void close(Subscription subscription) {
        subscription.close();
    }
}

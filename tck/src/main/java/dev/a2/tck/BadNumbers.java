package dev.a2.tck;

import dev.a2.codec.Json;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.HeadRef;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Every place of a call where a number or a time stands, with one that no store accepts (VAL-4). */
final class BadNumbers {
    private static final long TOO_MUCH = 1L << 53;
    private static final AttemptRef ATTEMPT = new AttemptRef("w", null, 1, 1);

    private BadNumbers() {}

    /** The calls; the scene's session holds one event at 1, for consumer {@code w}. */
    static Map<String, Consumer<Scene>> calls() {
        Map<String, Consumer<Scene>> calls = new LinkedHashMap<>();
        for (long index : new long[] {-1, TOO_MUCH, Long.MIN_VALUE, Long.MAX_VALUE}) {
            reads(calls, index);
            calls.put(
                    "ifLastIndex " + index,
                    s -> s.store().append(s.batch(Given.event("a")).ifLastIndex(index)));
            calls.put(
                    "ifLastIndex of a clear " + index,
                    s -> s.store().clear(new ClearRequest(s.session(), index, null)));
            calls.put(
                    "through of a claim " + index,
                    s -> s.store().claimAvailable(s.asking("h").through(index)));
        }
        for (long index : new long[] {0, -1, TOO_MUCH}) {
            calls.put(
                    "originIndex " + index,
                    s -> s.store().append(s.batch(Given.event("a")).originIndex(index)));
            calls.put("index of an attempt " + index, s -> new AttemptRef("w", null, index, 1));
            calls.put("index of a head " + index, s -> new HeadRef("w", null, index));
            calls.put("index of a snapshot " + index, s -> s.snapshot(index, "1"));
            calls.put("index of a redrive " + index, s -> s.redrive("w", index, RedriveRequest.Action.SKIP));
        }
        for (int count : new int[] {0, -1, Integer.MIN_VALUE}) {
            counts(calls, count);
        }
        durations(calls);
        times(calls);
        return calls;
    }

    private static void reads(Map<String, Consumer<Scene>> calls, long index) {
        calls.put("afterIndex " + index, s -> s.store().read(s.session(), index, null));
        calls.put("throughIndex " + index, s -> s.store().read(s.session(), 0, index));
        calls.put("afterIndex of a history " + index, s -> s.store().readHistory(s.session(), index, null));
        calls.put("throughIndex of a history " + index, s -> s.store().readHistory(s.session(), 0, index));
        calls.put("fromIndex " + index, s -> s.store().readTail(s.session(), index, null));
        calls.put("throughIndex of a tail " + index, s -> s.store().readTail(s.session(), 1, index));
        calls.put("afterIndex of a page " + index, s -> s.store().readEvents(s.session(), index));
        calls.put("afterIndex of a feed page " + index, s -> s.store().readFeedPage(s.session(), index));
        calls.put(
                "throughIndex of a state " + index,
                s -> s.store().readState(ReadStateRequest.of(s.session(), "r").through(index)));
        calls.put(
                "snapshotThroughIndex " + index,
                s -> s.store().readState(ReadStateRequest.of(s.session(), "r").snapshotThrough(index)));
    }

    private static void counts(Map<String, Consumer<Scene>> calls, int count) {
        calls.put("number of an attempt " + count, s -> new AttemptRef("w", null, 1, count));
        calls.put(
                "maxFailures of a claim " + count,
                s -> s.store().claimAvailable(s.asking("h").maxFailures(count)));
        calls.put(
                "maxFailures of a failure " + count,
                s -> s.store().failAttempt(new FailRequest(s.session(), ATTEMPT, "boom", count, null)));
        calls.put(
                "maxFailures of the next claim " + count,
                s -> s.store()
                        .completeAttempt(CompleteRequest.of(s.session(), ATTEMPT)
                                .claimNext(new ClaimNext("h", Given.inMs(1), count))));
        calls.put(
                "limit of a claim " + count,
                s -> s.store().claimAvailable(s.asking("h").limit(count)));
        calls.put(
                "limit of a state " + count,
                s -> s.store().readState(ReadStateRequest.of(s.session(), "r").limit(count)));
        calls.put("limit of sessions " + count, s -> s.store().sessions(null, count));
        calls.put("limit of marks " + count, s -> s.store().listWork(null, count));
        calls.put(
                "limit of marks to take " + count,
                s -> s.store().takeWork(new TakeWorkRequest(0, Set.of("w"), count, Given.LEASE)));
        calls.put(
                "a shard before the first " + count,
                s -> s.store().takeWork(new TakeWorkRequest(Math.min(-1, count), Set.of("w"), 1, Given.LEASE)));
    }

    private static void durations(Map<String, Consumer<Scene>> calls) {
        calls.put("a shard behind the last", s -> {
            SessionStore store = s.store();
            store.takeWork(new TakeWorkRequest(store.workShards(), Set.of("w"), 1, Given.LEASE));
        });
        Map<String, Duration> bad = Map.of(
                "zero", Duration.ZERO,
                "negative", Duration.ofMillis(-1),
                "fractional", Duration.ofNanos(1_500_000),
                "endless", Duration.ofMillis(TOO_MUCH));
        bad.forEach((kind, duration) -> {
            calls.put(
                    "a " + kind + " ttl",
                    s -> s.store().claimAvailable(ClaimRequest.of(s.session(), "h", When.after(duration))));
            calls.put(
                    "a " + kind + " ttl of a renewal",
                    s -> s.store()
                            .renewClaims(new RenewRequest(s.session(), "h", List.of(ATTEMPT), When.after(duration))));
            calls.put(
                    "a " + kind + " retry delay",
                    s -> s.store().failAttempt(new FailRequest(s.session(), ATTEMPT, "boom", 9, When.after(duration))));
            calls.put(
                    "a " + kind + " hold",
                    s -> s.append(Given.event("a").to(new Target("w", null, When.after(duration)))));
            calls.put(
                    "a " + kind + " lease of marks",
                    s -> s.store().takeWork(new TakeWorkRequest(0, Set.of("w"), 1, duration)));
            calls.put("a " + kind + " ttl of presence", s -> present(s, 0, s.now(), duration));
        });
    }

    private static void times(Map<String, Consumer<Scene>> calls) {
        Map<String, Instant> bad = Map.of(
                "negative", Instant.ofEpochMilli(-1),
                "fractional", Instant.ofEpochSecond(1, 1),
                "endless", Instant.ofEpochMilli(TOO_MUCH),
                "unheard-of", Instant.MAX);
        bad.forEach((kind, time) -> {
            calls.put(
                    "a " + kind + " expiry",
                    s -> s.store().claimAvailable(ClaimRequest.of(s.session(), "h", When.at(time))));
            calls.put(
                    "a " + kind + " expiry of a renewal",
                    s -> s.store().renewClaims(new RenewRequest(s.session(), "h", List.of(ATTEMPT), When.at(time))));
            calls.put(
                    "a " + kind + " retry time",
                    s -> s.store().failAttempt(new FailRequest(s.session(), ATTEMPT, "boom", 9, When.at(time))));
            calls.put(
                    "a " + kind + " time of a hold",
                    s -> s.append(Given.event("a").to(new Target("w", null, When.at(time)))));
            calls.put("a " + kind + " stamp of presence", s -> present(s, 0, time, Given.LEASE));
        });
        calls.put("a negative index seen", s -> present(s, -1, s.now(), Given.LEASE));
        calls.put("an index seen that is too large", s -> present(s, TOO_MUCH, s.now(), Given.LEASE));
    }

    private static void present(Scene s, long seen, Instant at, Duration ttl) {
        s.store().setPresence(new PresenceUpdate(s.session(), "p", Map.of("f", Json.of("1")), seen, at, ttl));
    }
}

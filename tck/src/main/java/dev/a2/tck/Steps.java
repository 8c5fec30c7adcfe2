package dev.a2.tck;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes up steps from a seed: few sessions, consumers, lanes and ids, so that everything meets everything; times at the very
 * edges of claims and holds; attempts that are held, were held once, or never were. Looks at the model to know what is
 * there, and hears of its answers.
 *
 * <p>What the contract leaves open is not made up: one id twice in a completion, one head twice in a renewal, an empty
 * batch on condition, a limit together with a resumed claim.
 */
final class Steps {
    private static final List<String> SESSIONS = List.of("s1", "s2");
    private static final List<String> TYPES = List.of("a", "b", "c");
    private static final List<String> LANES = List.of("x", "");
    private static final List<String> HOLDERS = List.of("h1", "h2");
    private static final List<String> REDUCERS = List.of("r", "s");
    private static final List<String> CONSUMERS = List.of("w", "v", "q", "g", "h");
    private static final int REMEMBERED = 24;

    private final SplitMix random;
    private final SessionStore model;
    private final TestClock clock;
    private final List<Held> held = new ArrayList<>();
    private final List<Step> repeatable = new ArrayList<>();
    private int fresh;

    /** An attempt that somebody held at some time. */
    private record Held(String session, String holder, AttemptRef attempt) {}

    Steps(long seed, SessionStore model, TestClock clock) {
        this.random = new SplitMix(seed);
        this.model = model;
        this.clock = clock;
    }

    Step next() {
        String s = random.of(SESSIONS);
        int choice = random.below(100);
        if (choice < 22) {
            return remembered(new Step.Append(append(s)));
        } else if (choice < 36) {
            return new Step.Claim(claim(s));
        } else if (choice < 51) {
            return remembered(new Step.Complete(complete(s)));
        } else if (choice < 59) {
            return new Step.Fail(fail(s));
        } else if (choice < 67) {
            return advance(s);
        } else if (choice < 71) {
            return repeatable.isEmpty() ? advance(s) : random.of(repeatable);
        } else if (choice < 85) {
            return seldom(s);
        }
        return read(s);
    }

    private Step seldom(String s) {
        return switch (random.below(14)) {
            case 0, 1 -> new Step.Redrive(redrive(s));
            case 2, 3 -> renew(s);
            case 4 -> release(s);
            case 5, 6 -> wakeLog(s);
            case 7, 8, 9 -> new Step.Put(s, random.of(REDUCERS), snapshots(s));
            case 10 -> random.percent(60) ? clear(s) : new Step.Reclaim(s);
            case 11 -> new Step.Reclaim(s);
            case 12 -> new Step.RefreshWork(s, Set.copyOf(CONSUMERS));
            default -> presence(s);
        };
    }

    /** Takes in what the model answered to a step. */
    void heard(Step step, Object answer) {
        if (step instanceof Step.Claim claim && answer instanceof ClaimResult.Claimed claimed) {
            claimed.heads().forEach(head -> hold(step.session(), claim.request().holder(), head));
        } else if (step instanceof Step.Complete complete
                && answer instanceof CompleteResult.Completed completed
                && completed.next() != null
                && complete.request().claimNext() != null) {
            hold(step.session(), complete.request().claimNext().holder(), completed.next());
        }
    }

    private void hold(String session, String holder, Head head) {
        held.add(new Held(session, holder, head.attempt()));
        if (held.size() > REMEMBERED) {
            held.remove(random.below(REMEMBERED / 2));
        }
    }

    private Step remembered(Step step) {
        repeatable.add(step);
        if (repeatable.size() > REMEMBERED) {
            repeatable.remove(random.below(REMEMBERED / 2));
        }
        return step;
    }

    // --- parts of steps

    private long frontier(String s) {
        return model.bounds(s).frontier();
    }

    /** An index that is there, or just beyond an end. */
    private long index(String s) {
        long frontier = frontier(s);
        return random.percent(90) ? 1 + random.below((int) Math.max(1, frontier)) : frontier + 1;
    }

    private @Nullable Long maybeIndex(String s, int chance) {
        return random.percent(chance) ? Long.valueOf(random.percent(20) ? 0 : index(s)) : null;
    }

    private When expiry() {
        return random.percent(85)
                ? When.after(Duration.ofMillis(random.of(1, 10, 10, 20, 50)))
                : When.at(clock.instant().plusMillis(random.of(-1, 0, 1, 30)));
    }

    private @Nullable Integer maxFailures() {
        return random.percent(40) ? null : Integer.valueOf(1 + random.below(3));
    }

    private Set<String> types() {
        Set<String> types = new LinkedHashSet<>();
        for (String type : TYPES) {
            if (random.percent(50)) {
                types.add(type);
            }
        }
        return types;
    }

    private ServedConsumer log(String name) {
        Set<String> types = random.percent(40) ? null : types();
        return ServedConsumer.log(name, new LogOptions("m", types, name.equals("h")));
    }

    private Served served() {
        if (random.percent(30)) {
            return Served.ALL;
        }
        List<ServedConsumer> consumers = new ArrayList<>();
        for (String name : CONSUMERS) {
            if (random.percent(55)) {
                boolean follows = (name.equals("g") || name.equals("h")) && random.percent(85);
                consumers.add(follows ? log(name) : ServedConsumer.of(name));
            }
        }
        return new Served(consumers);
    }

    private String id() {
        return random.percent(75) ? "n" + fresh++ : "e" + random.below(8);
    }

    private Json payload() {
        return Json.of(random.of("null", "1", "1.0", "{\"a\":1,\"b\":[]}", "{\"b\":[],\"a\":1}", "\"é\""));
    }

    private List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        if (random.percent(35)) {
            When hold = random.percent(25) ? expiry() : null;
            targets.add(new Target(random.of("w", "v"), null, hold));
        }
        if (random.percent(35)) {
            targets.add(Target.lane("q", random.of(LANES)));
        }
        if (random.percent(10)) {
            targets.add(Target.each("q"));
        }
        return targets;
    }

    /** An attempt of the session: held now, held once, or made up. */
    private AttemptRef attempt(String s) {
        List<Held> own = held.stream().filter(one -> one.session().equals(s)).toList();
        if (own.isEmpty() || random.percent(4)) {
            String consumer = random.of(CONSUMERS);
            return new AttemptRef(consumer, lane(consumer), index(s), 1 + random.below(2));
        }
        Held one =
                random.percent(60) ? own.get(own.size() - 1 - random.below(Math.min(3, own.size()))) : random.of(own);
        AttemptRef attempt = one.attempt();
        if (random.percent(6)) {
            int other = Math.max(1, attempt.attempt() + random.of(-1, 1));
            return new AttemptRef(attempt.consumer(), attempt.lane(), attempt.index(), other);
        }
        return attempt;
    }

    private @Nullable String lane(String consumer) {
        return switch (consumer) {
            case "q" -> random.of(LANES);
            case "g", "h" -> "m";
            default -> random.percent(90) ? null : "x";
        };
    }

    private String holderOf(String s, AttemptRef attempt) {
        return held.stream()
                .filter(one -> random.percent(90)
                        && one.session().equals(s)
                        && one.attempt().equals(attempt))
                .map(Held::holder)
                .findFirst()
                .orElse(random.of(HOLDERS));
    }

    private HeadRef head(String s) {
        List<Cursor> cursors = model.cursors(s).stream()
                .filter(cursor -> cursor.head() != null)
                .toList();
        if (cursors.isEmpty() || random.percent(15)) {
            return attempt(s).head();
        }
        Cursor cursor = random.of(cursors);
        Long head = cursor.head();
        return new HeadRef(cursor.consumer(), cursor.lane(), head == null ? 1 : head);
    }

    // --- steps

    private AppendRequest append(String s) {
        List<NewEvent> events = new ArrayList<>();
        int count = random.of(0, 1, 1, 1, 2, 3);
        AttemptRef cause = random.percent(25) ? attempt(s) : null;
        for (int i = 0; i < count; i++) {
            String id = random.percent(12) ? null : id();
            events.add(new NewEvent(id, random.of(TYPES), payload(), random.percent(70) ? cause : null, targets()));
        }
        AppendRequest request = AppendRequest.of(s, events).serving(served());
        if (count > 0 && random.percent(10)) {
            request = request.originIndex(index(s));
        }
        if (count > 0 && random.percent(10)) {
            request = request.ifLastIndex(random.percent(70) ? frontier(s) : index(s));
        }
        if (random.percent(20)) {
            request = request.claimNew(new ClaimNew(random.of(HOLDERS), expiry()));
        }
        return request;
    }

    private ClaimRequest claim(String s) {
        ClaimRequest request = ClaimRequest.of(s, random.of(HOLDERS), expiry())
                .serving(served())
                .maxFailures(maxFailures());
        if (random.percent(15)) {
            request = request.through(index(s));
        }
        if (random.percent(15)) {
            request = request.exclude(Set.of(head(s)));
        }
        if (random.percent(20)) {
            return request.limit(1 + random.below(2));
        }
        return request.resume(random.percent(20));
    }

    private CompleteRequest complete(String s) {
        AttemptRef attempt = attempt(s);
        Map<String, NewEvent> events = new LinkedHashMap<>();
        for (int i = random.of(0, 0, 1, 1, 2); i > 0; i--) {
            String id = id();
            events.put(id, new NewEvent(id, random.of(TYPES), payload(), null, targets()));
        }
        Served served = served();
        boolean asksForNext = random.percent(40) && served.serves(attempt.consumer());
        ClaimNext next = asksForNext ? new ClaimNext(random.of(HOLDERS), expiry(), maxFailures()) : null;
        return new CompleteRequest(s, attempt, List.copyOf(events.values()), served, next);
    }

    private FailRequest fail(String s) {
        Integer max = maxFailures();
        return new FailRequest(
                s, attempt(s), "error " + random.below(3), max == null ? 9 : max, random.percent(60) ? expiry() : null);
    }

    private RedriveRequest redrive(String s) {
        List<Head> dead = model.deadLetters(s);
        RedriveRequest.Action action = random.of(RedriveRequest.Action.RETRY, RedriveRequest.Action.SKIP);
        if (dead.isEmpty() || random.percent(15)) {
            return new RedriveRequest(s, random.of(CONSUMERS), index(s), action, served());
        }
        Head head = random.of(dead);
        return new RedriveRequest(s, head.consumer(), head.event().index(), action, served());
    }

    private Step renew(String s) {
        Map<HeadRef, AttemptRef> claims = claims(s);
        String holder =
                claims.isEmpty() ? "h1" : holderOf(s, claims.values().iterator().next());
        return new Step.Renew(new RenewRequest(s, holder, List.copyOf(claims.values()), expiry()));
    }

    private Step release(String s) {
        Map<HeadRef, AttemptRef> claims = claims(s);
        String holder =
                claims.isEmpty() ? "h1" : holderOf(s, claims.values().iterator().next());
        return new Step.Release(new ReleaseRequest(s, holder, List.copyOf(claims.values())));
    }

    private Map<HeadRef, AttemptRef> claims(String s) {
        Map<HeadRef, AttemptRef> claims = new LinkedHashMap<>();
        for (int i = random.below(4); i > 0; i--) {
            AttemptRef attempt = attempt(s);
            claims.put(attempt.head(), attempt);
        }
        return claims;
    }

    private Step wakeLog(String s) {
        ServedConsumer consumer = log(random.of("g", "h"));
        LogOptions log = consumer.log();
        return log == null ? advance(s) : new Step.WakeLog(new WakeLogRequest(s, consumer.name(), log));
    }

    private List<SnapshotWrite> snapshots(String s) {
        List<SnapshotWrite> writes = new ArrayList<>();
        for (int i = random.of(1, 1, 2, 3); i > 0; i--) {
            Set<HeadRef> pins = new LinkedHashSet<>();
            for (int pin = random.of(0, 0, 1, 2); pin > 0; pin--) {
                pins.add(head(s));
            }
            writes.add(new SnapshotWrite(index(s), Json.of(Integer.toString(fresh++)), pins));
        }
        return writes;
    }

    private Step clear(String s) {
        Long last = random.percent(40) ? Long.valueOf(random.percent(70) ? frontier(s) : index(s)) : null;
        return new Step.Clear(new ClearRequest(s, last, random.percent(25) ? attempt(s) : null));
    }

    private Step presence(String s) {
        Map<String, Json> values = new LinkedHashMap<>();
        for (String field : List.of("f", "")) {
            if (random.percent(70)) {
                values.put(field, payload());
            }
        }
        Instant at = clock.instant().plusMillis(random.of(-5, 0, 0, 5));
        return new Step.Present(new PresenceUpdate(
                s, random.of("p", "o"), values, random.below(9), at, Duration.ofMillis(random.of(60_000, 60_010))));
    }

    /** Goes a little on, or to the very edge of something that ends. */
    private Step advance(String s) {
        Instant now = clock.instant();
        List<Instant> ends = new ArrayList<>();
        for (Cursor cursor : model.cursors(s)) {
            Instant end = cursor.dispatch().claimExpiresAt();
            if (end != null && end.isAfter(now)) {
                ends.add(end);
            }
        }
        if (ends.isEmpty() || random.percent(40)) {
            return new Step.Advance(random.of(1, 5, 10, 60_000));
        }
        long edge = Duration.between(now, random.of(ends)).toMillis() + random.of(-1, 0, 0, 1);
        return new Step.Advance(Math.max(0, edge));
    }

    private Step read(String s) {
        if (random.percent(30)) {
            Integer limit = random.percent(20) ? Integer.valueOf(1 + random.below(3)) : null;
            return new Step.ReadState(
                    new ReadStateRequest(s, random.of(REDUCERS), maybeIndex(s, 50), maybeIndex(s, 30), limit));
        }
        Long from = maybeIndex(s, 60);
        return new Step.Read(random.of(Step.Read.ALL), s, from == null ? 0 : from, maybeIndex(s, 40));
    }
}

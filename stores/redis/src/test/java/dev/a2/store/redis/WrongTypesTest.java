package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveRequest.Action;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * F10: a script that meets a key of a wrong type changes nothing. MGET shows a string of another type as absent; a script that
 * meets one does, to the byte, what it does without the key.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WrongTypesTest {
    private static final String SESSION = "s";
    private static final When SOON = When.after(Duration.ofMinutes(1));
    private static final LogOptions LOG = new LogOptions("main", Set.of("t"), false);
    private static final Served LOGS = Served.of(ServedConsumer.log("g", LOG), ServedConsumer.of("w"));
    private static final AttemptRef EVENT = new AttemptRef("w", null, 1, 1);
    private static final AttemptRef LANE_WITH_NEXT = new AttemptRef("q", "x", 1, 1);
    private static final AttemptRef LANE_ALONE = new AttemptRef("q", "y", 1, 1);
    private static final AttemptRef LOG_HEAD = new AttemptRef("g", "main", 1, 1);

    private static final Set<String> STRINGS = Set.of("count", "clear", "typed", "id:a", "id:n", "snap:r");
    private static final Set<String> OTHERS = Set.of(
            "log", "cursors", "runnable", "heads:0", "pins", "type:74", "snap-history:r", "snap-reducers", "presence");

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final Jedis jedis = server.jedis();
    private final RedisOptions options = RedisOptions.of(server.url())
            .clock(() -> Instant.ofEpochMilli(1_700_000_000_000L))
            .ids(() -> "generated");
    private final SessionStore store = new RedisSessionStore(options, RedisStore.commands(options));
    private final Map<String, byte[]> furnished = new TreeMap<>();

    @AfterAll
    void stop() {
        store.close();
        jedis.close();
        server.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    /** A session with something under every key, and heads of each kind that are claimed. */
    @BeforeAll
    void furnish() {
        store.append(AppendRequest.of(
                        SESSION,
                        event("a").to(each("w"), lane("q", "x"), lane("q", "y"), each("dead"), lane("dead", "d")),
                        event("b").to(each("w"), lane("q", "x")))
                .serving(LOGS));
        store.putSnapshots(
                SESSION, "r", List.of(new SnapshotWrite(1, Json.of("1"), Set.of(new HeadRef("w", null, 1)))));
        store.putSnapshots(SESSION, "r", List.of(new SnapshotWrite(2, Json.of("2"), Set.of())));
        store.setPresence(presence(1));
        ClaimResult.Claimed claimed = (ClaimResult.Claimed)
                store.claimAvailable(ClaimRequest.of(SESSION, "h", SOON).through(1L));
        assertThat(claimed.heads()).extracting(Head::attempt).contains(EVENT, LANE_WITH_NEXT, LANE_ALONE, LOG_HEAD);
        for (Head head : claimed.heads()) {
            if (head.consumer().equals("dead")) {
                store.failAttempt(new FailRequest(SESSION, head.attempt(), "no", 1, null));
            }
        }
        jedis.keys("a2:*").forEach(key -> furnished.put(key, jedis.dump(key)));
        List<String> names = new ArrayList<>(STRINGS);
        names.addAll(OTHERS);
        names.remove("id:n");
        names.remove("clear");
        assertThat(furnished.keySet()).containsAll(names.stream().map(this::key).toList());
    }

    private static PresenceUpdate presence(int value) {
        return new PresenceUpdate(
                SESSION,
                "p",
                Map.of("f", Json.of("" + value)),
                value,
                Instant.ofEpochMilli(value),
                Duration.ofHours(1));
    }

    private static Map<String, Consumer<SessionStore>> operations() {
        Map<String, Consumer<SessionStore>> all = new LinkedHashMap<>();
        all.put("append", s -> s.append(AppendRequest.of(SESSION, event("n").to(each("w")))));
        all.put("append again", s -> s.append(AppendRequest.of(SESSION, event("a"), event("b"))));
        all.put(
                "append by a cause",
                s -> s.append(AppendRequest.of(SESSION, event("n").causedBy(EVENT))));
        all.put(
                "append to a lane and a log",
                s -> s.append(AppendRequest.of(SESSION, event("n").to(lane("q", "x"), lane("q", "new")))
                        .serving(LOGS)));
        all.put("append two", s -> s.append(AppendRequest.of(SESSION, event("n").to(each("w")), event("m"))));
        ClaimNew claim = new ClaimNew("h", SOON);
        all.put(
                "append and claim",
                s -> s.append(
                        AppendRequest.of(SESSION, event("n").to(each("w"))).claimNew(claim)));
        all.put(
                "append and claim each kind",
                s -> s.append(AppendRequest.of(SESSION, event("n").to(each("v"), lane("q", "new")), event("m"))
                        .serving(LOGS)
                        .claimNew(claim)));
        all.put("append nothing", s -> s.append(AppendRequest.of(SESSION)));
        all.put("claim", s -> s.claimAvailable(ClaimRequest.of(SESSION, "h2", SOON)));
        all.put("renew", s -> s.renewClaims(new RenewRequest(SESSION, "h", List.of(EVENT, LANE_ALONE), SOON)));
        all.put("release", s -> s.releaseClaims(new ReleaseRequest(SESSION, "h", List.of(EVENT, LANE_ALONE))));
        all.put("fail", s -> s.failAttempt(new FailRequest(SESSION, EVENT, "no", 9, null)));
        all.put("bury", s -> s.failAttempt(new FailRequest(SESSION, EVENT, "no", 1, null)));
        all.put("bury a lane's head", s -> s.failAttempt(new FailRequest(SESSION, LANE_WITH_NEXT, "no", 1, null)));
        all.put("redrive", s -> s.redrive(RedriveRequest.of(SESSION, "dead", 1, Action.RETRY)));
        all.put("skip", s -> s.redrive(RedriveRequest.of(SESSION, "dead", 1, Action.SKIP)));
        all.put("clear", s -> s.clear(ClearRequest.of(SESSION)));
        all.put("clear by a cause", s -> s.clear(new ClearRequest(SESSION, null, EVENT)));
        all.put("wake a log", s -> s.wakeLog(new WakeLogRequest(SESSION, "g2", LOG)));
        all.put("snapshot", s -> s.putSnapshots(SESSION, "r", List.of(pinned(2))));
        all.put("snapshots", s -> s.putSnapshots(SESSION, "r", List.of(pinned(1), pinned(2))));
        all.put("snapshot of another reducer", s -> s.putSnapshots(SESSION, "r2", List.of(pinned(2))));
        all.put("presence", s -> s.setPresence(presence(2)));
        all.put("refresh", s -> s.refreshWork(SESSION, Set.of("w", "q")));
        all.put("reclaim", s -> s.reclaim(SESSION));
        completions(all);
        return all;
    }

    private static SnapshotWrite pinned(long index) {
        return new SnapshotWrite(index, Json.of("7"), Set.of(new HeadRef("w", null, 1), new HeadRef("q", "x", 1)));
    }

    private static void completions(Map<String, Consumer<SessionStore>> all) {
        Map.of("event", EVENT, "lane with next", LANE_WITH_NEXT, "lane", LANE_ALONE, "log", LOG_HEAD)
                .forEach((kind, attempt) -> {
                    all.put("complete " + kind, s -> s.completeAttempt(CompleteRequest.of(SESSION, attempt)));
                    all.put(
                            "complete " + kind + " with an event",
                            s -> s.completeAttempt(CompleteRequest.of(
                                    SESSION, attempt, event("n").to(each("w")))));
                    all.put(
                            "complete " + kind + " with an event for the log",
                            s -> s.completeAttempt(CompleteRequest.of(SESSION, attempt, event("n"))
                                    .serving(LOGS)));
                    all.put(
                            "complete " + kind + " and claim",
                            s -> s.completeAttempt(CompleteRequest.of(
                                            SESSION, attempt, event("n").to(lane("q", "x"), lane("q", "y")))
                                    .serving(LOGS)
                                    .claimNext(new ClaimNext("h", SOON, null))));
                });
    }

    @TestFactory
    Stream<DynamicTest> wrongTypeChangesNothing() {
        return operations().entrySet().stream()
                .flatMap(operation -> Stream.concat(OTHERS.stream(), STRINGS.stream())
                        .map(name -> DynamicTest.dynamicTest(
                                operation.getKey() + ", " + name, () -> check(operation.getValue(), name))));
    }

    /** Operations take them for absent. */
    @ParameterizedTest
    @ValueSource(strings = {"count", "clear", "typed", "id:a"})
    void verifyTellsOfStringKeysOfAnotherType(String name) {
        restore();
        assertThat(store.verify(SESSION)).isEmpty();
        byte[] key = Command.bytes(key(name));

        jedis.del(key);
        jedis.lpush(key, Command.bytes("wrong"));

        assertThat(store.verify(SESSION)).isNotEmpty();
    }

    private void check(Consumer<SessionStore> operation, String name) {
        restore();
        byte[] key = Command.bytes(key(name));
        jedis.del(key);
        if (STRINGS.contains(name)) {
            jedis.lpush(key, Command.bytes("wrong"));
        } else {
            jedis.set(key, Command.bytes("wrong"));
        }
        Map<String, byte[]> before = dump();

        if (!succeeds(operation)) {
            isSame(dump(), before);
            return;
        }
        Map<String, byte[]> done = dump();
        done.remove(key(name));
        restore();
        jedis.del(key);
        assertThat(succeeds(operation)).as("it succeeds without the key").isTrue();
        Map<String, byte[]> expected = dump();
        expected.remove(key(name));
        isSame(done, expected);
    }

    private boolean succeeds(Consumer<SessionStore> operation) {
        try {
            operation.accept(store);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private static void isSame(Map<String, byte[]> after, Map<String, byte[]> before) {
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((key, bytes) -> assertThat(bytes).as(key).isEqualTo(before.get(key)));
    }

    private String key(String name) {
        return new String(new Keys("a2").session(SESSION).of(name), StandardCharsets.UTF_8);
    }

    private void restore() {
        jedis.flushAll();
        try (Pipeline pipeline = jedis.pipelined()) {
            furnished.forEach((key, bytes) -> pipeline.restore(Command.bytes(key), 0, bytes));
        }
    }

    /** All keys, as the server dumps them. A stream's dump also tells of deleted entries. */
    private Map<String, byte[]> dump() {
        Map<String, byte[]> keys = new TreeMap<>();
        for (String key : jedis.keys("a2:*")) {
            keys.put(key, jedis.type(key).equals("stream") ? entries(key) : jedis.dump(key));
        }
        return keys;
    }

    private byte[] entries(String key) {
        String last = jedis.xinfoStream(key).getLastGeneratedId().toString();
        return Command.bytes(last + jedis.xrange(key, "-", "+"));
    }
}

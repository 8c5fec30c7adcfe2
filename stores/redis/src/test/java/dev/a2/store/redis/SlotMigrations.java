package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.FailRequest;
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
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** F18: a slot moves from node to node while its sessions are in use; nobody ever sees half a session. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SlotMigrations {
    private static final When LEASE = When.after(Duration.ofMinutes(5));
    private static final ServedConsumer LOG =
            ServedConsumer.log("log", new LogOptions("main", Set.of("t", "other"), true));

    private final RedisCluster cluster;

    SlotMigrations(RedisServer.Version version) {
        cluster = RedisCluster.start(version);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private SessionStore open(String prefix, Duration patience) {
        return RedisStore.open(RedisOptions.of(cluster.url())
                .prefix(prefix)
                .timeouts(new RedisOptions.Timeouts(Duration.ofSeconds(2), patience, patience)));
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("{\"of\":\"" + id + "\"}"));
    }

    private static List<SessionPart> export(SessionStore store, String session) {
        List<SessionPart> parts = new ArrayList<>();
        store.exportSession(session, parts::add);
        return parts;
    }

    // ---- at each step of a move

    @Test
    void whileKeysAreOnTwoNodesCallsAnswerAsBeforeOrAreRefusedWhole() throws Exception {
        try (SessionStore store = open("half", Duration.ofMillis(250));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            AttemptRef attempt = furnish(store, "s");
            List<SessionPart> before = export(store, "s");
            Map<String, Callable<Object>> reads = reads(store);
            Map<String, Object> answers = new LinkedHashMap<>();
            for (Map.Entry<String, Callable<Object>> read : reads.entrySet()) {
                answers.put(read.getKey(), read.getValue().call());
            }
            int slot = SessionSlot.of("half", "s");
            RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);

            boundsFirst(move, new Keys("half").session("s"));
            do {
                Map<String, Future<Object>> calls = new LinkedHashMap<>();
                writes(store, attempt).forEach((name, write) -> calls.put(name, threads.submit(write)));
                reads.forEach((name, read) -> calls.put(name, threads.submit(read)));
                for (Map.Entry<String, Future<Object>> call : calls.entrySet()) {
                    asBeforeOrRefused(call.getKey(), call.getValue(), answers);
                }
            } while (move.key());
            move.end();

            assertThat(export(store, "s")).isEqualTo(before);
            assertThat(store.verify("s")).isEmpty();
            for (Callable<Object> write : writes(store, attempt).values()) {
                write.call();
            }
            assertThat(answers("ASK")).as("calls that were sent on").isPositive();
            assertThat(answers("TRYAGAIN"))
                    .as("calls that met half of the keys")
                    .isPositive();
        }
    }

    /** How many calls the nodes answered by this error. */
    private long answers(String error) {
        Pattern count = Pattern.compile("errorstat_" + error + ":count=(\\d+)");
        long all = 0;
        for (RedisServer node : cluster.servers()) {
            try (Jedis jedis = node.jedis()) {
                Matcher found = count.matcher(jedis.info("errorstats"));
                all += found.find() ? Long.parseLong(found.group(1)) : 0;
            }
        }
        return all;
    }

    /** The worst order: what a script looks at first is on the new node, the rest is not. */
    private static void boundsFirst(RedisCluster.Move move, Keys.SessionKeys session) {
        for (String name : List.of("count", "clear", "typed")) {
            move.key(session.of(name));
        }
    }

    private static void asBeforeOrRefused(String name, Future<Object> call, Map<String, Object> answers)
            throws Exception {
        try {
            assertThat(call.get(30, TimeUnit.SECONDS)).as(name).isEqualTo(answers.getOrDefault(name, "refused"));
        } catch (ExecutionException e) {
            assertThat(e.getCause()).as(name).isInstanceOfSatisfying(StoreException.class, refusal -> {
                assertThat(refusal.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                assertThat(refusal.effect()).as(refusal.toString()).isEqualTo(Effect.NOT_APPLIED);
            });
        }
    }

    /** A session in which there is something of everything, and an attempt that is under way. */
    private static AttemptRef furnish(SessionStore store, String s) {
        store.append(AppendRequest.of(s, event("old")));
        store.clear(ClearRequest.of(s));
        for (int i = 0; i < 5; i++) {
            NewEvent event = event("e" + i).to(Target.lane("w", "a"), Target.each("x"), Target.each("dead"));
            store.append(AppendRequest.of(s, event).serving(Served.of(LOG)));
        }
        ClaimResult.Claimed claimed = (ClaimResult.Claimed)
                store.claimAvailable(ClaimRequest.of(s, "h", LEASE).serving(Served.named("w", "dead")));
        claimed.heads().stream()
                .filter(head -> head.consumer().equals("dead"))
                .forEach(head -> store.failAttempt(new FailRequest(s, head.attempt(), "no", 1, null)));
        HeadRef pin = new HeadRef("x", null, 4);
        store.putSnapshots(s, "sum", List.of(new SnapshotWrite(3, Json.of("3"), Set.of(pin))));
        store.putSnapshots(s, "sum", List.of(new SnapshotWrite(5, Json.of("5"), Set.of())));
        store.setPresence(
                new PresenceUpdate(s, "p", Map.of("f", Json.of("1")), 1, Instant.ofEpochMilli(1), Duration.ofHours(1)));
        return claimed.heads().stream()
                .filter(head -> head.consumer().equals("w"))
                .findFirst()
                .orElseThrow()
                .attempt();
    }

    private static Map<String, Callable<Object>> reads(SessionStore store) {
        Map<String, Callable<Object>> reads = new LinkedHashMap<>();
        reads.put("read", () -> store.read("s", 0, null));
        reads.put("tail", () -> store.readTail("s", 3, null));
        reads.put("page", () -> store.readEvents("s", 0));
        reads.put("bounds", () -> store.bounds("s"));
        reads.put("marker", () -> store.clearIndex("s"));
        reads.put("cursors", () -> store.cursors("s"));
        reads.put("dead letters", () -> store.deadLetters("s"));
        reads.put("state", () -> store.readState(ReadStateRequest.of("s", "sum")));
        reads.put("presence", () -> store.readPresence("s"));
        reads.put("verify", () -> store.verify("s"));
        reads.put("export", () -> export(store, "s"));
        reads.put("sessions", () -> store.sessions(null, 100));
        return reads;
    }

    /** Each answers something that is no answer, so that only a refusal passes. */
    private static Map<String, Callable<Object>> writes(SessionStore store, AttemptRef attempt) {
        Map<String, Callable<Object>> writes = new LinkedHashMap<>();
        writes.put(
                "append", () -> store.append(AppendRequest.of("s", event("new").to(Target.lane("w", "a")))));
        writes.put("append nothing", () -> store.append(AppendRequest.of("s")));
        writes.put("claim", () -> store.claimAvailable(ClaimRequest.of("s", "h2", LEASE)));
        writes.put("renew", () -> store.renewClaims(new RenewRequest("s", "h", List.of(attempt), LEASE)));
        writes.put("state kept", () -> {
            store.putSnapshots("s", "sum", List.of(new SnapshotWrite(6, Json.of("6"), Set.of())));
            return "kept";
        });
        writes.put("wake log", () -> store.wakeLog(new WakeLogRequest("s", "log2", new LogOptions("l", null, true))));
        writes.put(
                "redrive",
                () -> store.redrive(new RedriveRequest("s", "dead", 3, RedriveRequest.Action.RETRY, Served.ALL)));
        writes.put(
                "presence set",
                () -> store.setPresence(new PresenceUpdate(
                        "s", "q", Map.of("f", Json.of("1")), 1, Instant.ofEpochMilli(1), Duration.ofHours(1))));
        writes.put("refresh", () -> {
            store.refreshWork("s", Set.of("w"));
            return "refreshed";
        });
        writes.put("reclaim", () -> store.reclaim("s"));
        writes.put("complete", () -> store.completeAttempt(CompleteRequest.of("s", attempt, event("r"))));
        writes.put("release", () -> store.releaseClaims(new ReleaseRequest("s", "h", List.of(attempt))));
        writes.put("clear", () -> store.clear(ClearRequest.of("s")));
        return writes;
    }

    @Test
    void sessionsThatAreNotThereYetComeIntoBeingWhole() {
        try (SessionStore store = open("new", Duration.ofMillis(250))) {
            int slot = SessionSlot.of("new", "n");
            RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);

            assertThatThrownBy(() -> store.append(AppendRequest.of("n", event("a"))))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.effect()).isEqualTo(Effect.NOT_APPLIED));
            assertThat(store.readEvents("n", 0)).isEmpty();
            move.end();

            assertThat(store.append(AppendRequest.of("n", event("a"))).events()).hasSize(1);
            assertThat(store.verify("n")).isEmpty();
        }
    }

    // ---- under load

    @Test
    void busySessionMovesBackAndForthKeyByKey() throws Exception {
        try (SessionStore store = open("busy", Duration.ofSeconds(1))) {
            int slot = SessionSlot.of("busy", "busy");
            // With a marker, no key that every script reads is missing by nature.
            store.append(AppendRequest.of("busy", event("old")));
            store.clear(ClearRequest.of("busy"));
            Load load = new Load(store, "busy");
            try (Load running = load.start()) {
                for (int i = 0; i < 8; i++) {
                    running.awaitMore(30);
                    RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);
                    if (i % 2 == 0) {
                        boundsFirst(move, new Keys("busy").session("busy"));
                    }
                    move.keys();
                    move.end();
                }
                running.awaitMore(30);
            }
            load.check();
            assertThat(store.verify("busy")).isEmpty();
        }
    }

    @Test
    void theWorkIndexMovesToo() throws Exception {
        try (SessionStore store = open("index", Duration.ofSeconds(1))) {
            Keys keys = new Keys("index", store.workShards());
            int slot = JedisClusterCRC16.getSlot(
                    keys.work(keys.workShard("marked")).index());
            Load load = new Load(store, "marked");
            try (Load running = load.start()) {
                for (int i = 0; i < 4; i++) {
                    running.awaitMore(20);
                    RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);
                    move.keys();
                    move.end();
                }
                running.awaitMore(20);
            }
            load.check();
            assertThat(store.verify("marked")).isEmpty();
        }
    }
}

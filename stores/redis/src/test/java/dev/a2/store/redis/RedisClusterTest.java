package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** A cluster whose nodes come and go. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RedisClusterTest {
    private static final When LEASE = When.after(Duration.ofMinutes(5));

    /** A write that waits for the disk outlives a kill; with the default, the last second's may be lost. */
    private final RedisCluster cluster =
            RedisCluster.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");

    @AfterAll
    void stop() {
        cluster.close();
    }

    private SessionStore open(String prefix) {
        return open(prefix, Duration.ofSeconds(2));
    }

    private SessionStore open(String prefix, Duration patience) {
        return RedisStore.open(RedisOptions.of(cluster.url())
                .prefix(prefix)
                .timeouts(new RedisOptions.Timeouts(Duration.ofSeconds(2), patience, Duration.ofSeconds(10))));
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("1"));
    }

    /** An id of a session that a node has. */
    private String sessionOn(int node) {
        return IntStream.range(0, 10_000)
                .mapToObj(i -> "s" + i)
                .filter(id -> cluster.owner(SessionSlot.of("", id)) == node)
                .findFirst()
                .orElseThrow();
    }

    // ---- keys

    @Test
    void everyIdKeepsItsKeysInOneSlot() {
        List<String> ids = List.of(
                "}",
                "}{",
                "{",
                "{}",
                "{}x",
                "a{b}c",
                " ",
                "\"",
                "\\",
                "\u0000",
                "\n",
                "é",
                "\uD83D\uDE00",
                "\uDC00",
                ":",
                "{work}",
                "*",
                "[^a]",
                "'] .. redis.call('flushall') .. ['",
                "x".repeat(1_000));
        Set<String> logs = new HashSet<>();
        try (SessionStore store = open("ids")) {
            for (String id : ids) {
                if (id.equals("\uDC00")) {
                    continue; // VAL-1
                }
                store.append(AppendRequest.of(id, event("{" + id).to(Target.lane("}w{", id), Target.each("w"))));
                ClaimResult.Claimed claimed =
                        (ClaimResult.Claimed) store.claimAvailable(ClaimRequest.of(id, "h", LEASE));
                store.putSnapshots(id, "}r", List.of(new SnapshotWrite(1, Json.of("1"), Set.of())));
                claimed.heads().forEach(head -> store.completeAttempt(CompleteRequest.of(id, head.attempt())));
                assertThat(store.read(id, 0, null)).hasSize(1);
                assertThat(store.verify(id)).as(id).isEmpty();
                logs.add(new String(new Keys("ids").session(id).log(), java.nio.charset.StandardCharsets.UTF_8));
            }
            assertThat(logs).hasSize(ids.size() - 1);
        }
    }

    @Test
    void sessionsAreSpreadOverAllNodesAndListedInOrder() {
        Set<String> made = new TreeSet<>();
        try (SessionStore store = open("spread")) {
            for (int i = 0; i < 60; i++) {
                made.add("s" + i);
                store.append(AppendRequest.of("s" + i, event("a")));
            }
            for (RedisServer node : cluster.servers()) {
                try (Jedis jedis = node.jedis()) {
                    assertThat(jedis.keys("spread:*:log"))
                            .as("sessions of one node")
                            .hasSizeGreaterThan(5);
                }
            }

            assertThat(listed(store, 7)).containsExactlyElementsOf(made);
        }
    }

    private static List<String> listed(SessionStore store, int limit) {
        List<String> ids = new ArrayList<>();
        SessionPage page = store.sessions(null, limit);
        page.sessions().stream().map(SessionBounds::sessionId).forEach(ids::add);
        while (page.next() != null) {
            page = store.sessions(page.next(), limit);
            page.sessions().stream().map(SessionBounds::sessionId).forEach(ids::add);
        }
        return ids;
    }

    /** Whether the slot is moving for the whole look, or begins or ends during it. */
    @Test
    void listIsWholeWhileSlotsMove() {
        RedisOptions options = RedisOptions.of(cluster.url()).prefix("moving");
        Set<String> made = new TreeSet<>();
        try (SessionStore store = RedisStore.open(options)) {
            for (int i = 0; i < 60; i++) {
                made.add("m" + i);
                store.append(AppendRequest.of("m" + i, event("a")));
            }
            for (int hop = 0; hop < 3; hop++) {
                int slot = SessionSlot.of("moving", "m7");
                RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);
                assertThat(listed(store, 100)).as("before its keys move").containsExactlyElementsOf(made);
                move.key();
                assertThat(listed(store, 100)).as("half of them moved").containsExactlyElementsOf(made);
                move.keys();
                assertThat(listed(store, 100)).as("all of them moved").containsExactlyElementsOf(made);
                move.end();
                assertThat(listed(store, 100)).as("at rest").containsExactlyElementsOf(made);
            }
        }
    }

    /** A key goes where the look was already, or from where it was not so far. */
    @Test
    void keyThatMovesDuringALookIsFound() {
        RedisOptions options = RedisOptions.of(cluster.url()).prefix("during");
        try (SessionStore store = RedisStore.open(options);
                Commands commands = RedisStore.commands(options)) {
            store.append(AppendRequest.of("s", event("a")));
            byte[] log = new Keys("during").session("s").log();
            for (int hop = 0; hop < 6; hop++) {
                int slot = SessionSlot.of("during", "s");
                RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1 + hop % 2) % 3);
                List<Boolean> found = commands.everywhere(servers -> {
                    List<Boolean> seen = new ArrayList<>();
                    for (int i = 0; i < servers.size(); i++) {
                        if (i == 1) {
                            move.keys();
                        }
                        seen.add(Replies.list(servers.get(i).run(log, Command.of("KEYS", "during:*:log")))
                                        .size()
                                > 0);
                    }
                    return seen;
                });
                move.end();

                assertThat(found).as("hop %s", hop).contains(true);
            }
        }
    }

    // ---- nodes

    @Test
    void oneNodeIsEnoughToFindTheOthers() {
        RedisOptions plain = RedisOptions.of(cluster.node(1).url()).prefix("plain");
        RedisServer gone = RedisServer.start(RedisServer.Version.SEVEN);
        gone.close();
        RedisOptions half = RedisOptions.of("redis+cluster://127.0.0.1:" + gone.port() + ",127.0.0.1:"
                        + cluster.node(2).port())
                .prefix("plain");
        try (SessionStore first = RedisStore.open(plain);
                SessionStore second = RedisStore.open(half)) {
            for (int node = 0; node < 3; node++) {
                String id = sessionOn(node);
                first.append(AppendRequest.of(id, event("a")));
                assertThat(second.read(id, 0, null)).hasSize(1);
            }
            assertThat(first.workShards()).isEqualTo(second.workShards());
        }
    }

    @Test
    void serverThatIsNoClusterIsRefused() {
        try (RedisServer single = RedisServer.start(RedisServer.Version.SEVEN)) {
            RedisOptions options = RedisOptions.of("redis+cluster://127.0.0.1:" + single.port());

            assertThatThrownBy(() -> RedisStore.open(options))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED));
        }
    }

    @Test
    void sessionsFollowTheirSlot() {
        try (SessionStore store = open("moved")) {
            store.append(AppendRequest.of("s", event("a")));
            int slot = SessionSlot.of("moved", "s");
            for (int i = 0; i < 3; i++) {
                RedisCluster.Move move = cluster.move(slot, (cluster.owner(slot) + 1) % 3);
                move.keys();
                move.end();

                store.append(AppendRequest.of("s", event("b" + i)));
            }
            assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("a", "b0", "b1", "b2");
            assertThat(cluster.servers()).as("they said MOVED").anyMatch(RedisClusterTest::saidMoved);
        }
    }

    private static boolean saidMoved(RedisServer node) {
        try (Jedis jedis = node.jedis()) {
            return jedis.info("errorstats").contains("errorstat_MOVED");
        }
    }

    @Test
    void scriptsThatANodeForgotAreSentAgain() {
        try (SessionStore store = open("forgot")) {
            for (int node = 0; node < 3; node++) {
                String id = sessionOn(node);
                store.append(AppendRequest.of(id, event("a")));
                try (Jedis jedis = cluster.node(node).jedis()) {
                    jedis.scriptFlush();
                }
                store.append(AppendRequest.of(id, event("b")));
                assertThat(store.read(id, 0, null)).hasSize(2);
            }
        }
    }

    @Test
    void killedNodeComesBackAndNothingIsLostOrDoneTwice() {
        try (SessionStore store = open("kill")) {
            Load load = new Load(store, sessionOn(1));
            try (Load running = load.start()) {
                for (int i = 0; i < 2; i++) {
                    running.awaitMore(50);
                    cluster.node(1).kill();
                    int refused = running.refused();
                    Eventually.holds("calls that are refused", () -> running.refused() > refused);
                    cluster.node(1).again();
                    cluster.awaitWhole();
                }
                running.awaitMore(50);
            }
            load.check();
            assertThat(store.verify(sessionOn(1))).isEmpty();
        }
    }

    /** F02. */
    @Test
    void frozenNodeLeavesTheEffectOpenAndTheRetryFindsOut() throws Exception {
        try (SessionStore store = open("frozen", Duration.ofMillis(400))) {
            String id = sessionOn(2);
            store.append(AppendRequest.of(id, event("a").to(Target.each("w"))));
            AppendRequest request = AppendRequest.of(id, event("b"));
            cluster.node(2).signal("STOP");
            try {
                assertThatThrownBy(() -> store.append(request))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.effect()).isEqualTo(Effect.UNKNOWN));
            } finally {
                cluster.node(2).signal("CONT");
            }
            cluster.awaitWhole();

            Eventually.holds("the retry", () -> {
                try {
                    store.append(request);
                    return true;
                } catch (StoreException e) {
                    return false;
                }
            });
            assertThat(store.read(id, 0, null)).extracting(Event::id).containsExactly("a", "b");
        }
    }

    // ---- wake-ups

    @Test
    void listenersHearAllNodesAndMoveOnWhenTheirsDies() {
        List<String> ids = IntStream.range(0, 3).mapToObj(this::sessionOn).toList();
        Set<String> heard = ConcurrentHashMap.newKeySet();
        AtomicInteger gaps = new AtomicInteger();
        List<Subscription> subscriptions = new ArrayList<>();
        try (SessionStore store = open("heard")) {
            ids.forEach(id -> subscriptions.add(store.subscribe(id, new Wakeups.Listener() {
                @Override
                public void onWakeup(Wakeup wakeup) {
                    heard.add(wakeup.sessionId());
                }

                @Override
                public void onGap() {
                    gaps.incrementAndGet();
                }
            })));
            hearsAll(store, ids, heard);
            int node =
                    IntStream.range(0, 3).filter(this::isListenedTo).findFirst().orElseThrow();
            int before = gaps.get();
            cluster.node(node).kill();
            Eventually.holds("listening elsewhere", () -> gaps.get() >= before + 3);
            cluster.node(node).again();
            cluster.awaitWhole();
            heard.clear();
            hearsAll(store, ids, heard);
            subscriptions.forEach(Subscription::close);
        }
    }

    private boolean isListenedTo(int node) {
        try (Jedis jedis = cluster.node(node).jedis()) {
            return jedis.clientList().contains("flags=P");
        }
    }

    private static void hearsAll(SessionStore store, List<String> ids, Set<String> heard) {
        AtomicInteger tries = new AtomicInteger();
        Eventually.holds("wake-ups of sessions on every node", () -> {
            ids.forEach(id -> {
                try {
                    store.append(AppendRequest.of(id, event("e" + tries.incrementAndGet() + heard.hashCode())));
                } catch (StoreException e) {
                    // A node is not back yet.
                }
            });
            return heard.containsAll(ids);
        });
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.Cursor;
import dev.a2.store.FailRequest;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.WorkMark;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** WRK-4 and WRK-5: pages of marks, where there are many. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkListTest {
    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterAll
    void stop() {
        server.close();
    }

    private static void give(SessionStore store, String sessionId, String... consumers) {
        Target[] targets = Stream.of(consumers).map(Target::each).toArray(Target[]::new);
        store.append(
                AppendRequest.of(sessionId, NewEvent.of("a", "t", Json.of("1")).to(targets)));
    }

    private static List<WorkMark> pages(SessionStore store, int limit) {
        List<WorkMark> marks = new ArrayList<>();
        @Nullable String from = null;
        List<WorkMark> page = store.listWork(from, limit);
        while (!page.isEmpty()) {
            marks.addAll(page);
            from = page.get(page.size() - 1).sessionId();
            page = store.listWork(from, limit);
        }
        return marks;
    }

    private static void makesMarks(SessionStore store, String name, int count) {
        for (int i = 0; i < count; i++) {
            give(store, name + i, "v", "w");
        }
    }

    @Test
    void pageReadsNoMoreThanItReturns() {
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix("bounded"));
                Watching watching = new Watching(server)) {
            makesMarks(store, "s", 20);
            List<List<String>> few = calls(watching, store);
            makesMarks(store, "r", 500);
            makesMarks(store, "t", 500);

            assertThat(calls(watching, store)).isEqualTo(few);
            assertThat(few).hasSize(1 + 10);
            assertThat(few.get(0)).containsSequence("LIMIT", "0", "11");
        }
    }

    /** A page in the middle. */
    private static List<List<String>> calls(Watching watching, SessionStore store) {
        return watching.during(() -> assertThat(store.listWork("s1", 10)).hasSize(10)).stream()
                .filter(call -> !call.name().equals("PUBLISH")) // hints come when they like
                .map(Watching.Seen::words)
                .toList();
    }

    @Test
    void markThatMovesMeanwhileIsListedOnce() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN);
                SessionStore store =
                        RedisStore.open(RedisOptions.of(cluster.url()).prefix("moving"))) {
            Set<String> sessions = new TreeSet<>();
            for (int i = 0; i < 100; i++) {
                give(store, "s" + i, "w");
                sessions.add("s" + i);
            }

            List<String> listed = new ArrayList<>();
            List<WorkMark> page = store.listWork(null, 7);
            while (!page.isEmpty()) {
                page.forEach(mark -> listed.add(mark.sessionId()));
                for (int shard = 0; shard < store.workShards(); shard++) {
                    store.takeWork(new TakeWorkRequest(shard, Set.of("w"), 3, Duration.ofHours(1)));
                }
                page = store.listWork(listed.get(listed.size() - 1), 7);
            }

            assertThat(listed).containsExactlyElementsOf(sessions);
        }
    }

    @Test
    void sessionsOfAnyNameKeepTheirPlaces() {
        List<String> sessions = List.of(
                "\u0000", "\u0000\u0000", "\u0000\u0001", "\u0001", "a", "a\u0000", "a\u0000b", "a\u0001", "ab", "é");
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix("names"))) {
            sessions.reversed().forEach(session -> give(store, session, "\u0000v", "w"));

            List<String> expected = IntStream.range(0, sessions.size())
                    .boxed()
                    .flatMap(place -> Stream.of(place + "\u0000v", place + "w"))
                    .toList();
            for (int limit : new int[] {1, 2, 3, 5, 100}) {
                assertThat(pages(store, limit))
                        .as("by %s", limit)
                        .extracting(mark -> sessions.indexOf(mark.sessionId()) + mark.consumer())
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    @Test
    void nothingIsLeftOfMarksThatAreSettled() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN)) {
            for (TestServers servers : List.of(server, cluster)) {
                try (SessionStore store =
                        RedisStore.open(RedisOptions.of(servers.url()).prefix("settled"))) {
                    give(store, "s", "v", "w");
                    store.clear(ClearRequest.of("s"));

                    store.refreshWork("s", Set.of("v", "w"));

                    assertThat(servers.servers()).allSatisfy(node -> {
                        try (Jedis jedis = node.jedis()) {
                            assertThat(jedis.keys("settled:x:*:marks")).isEmpty();
                        }
                    });
                }
            }
        }
    }

    @Test
    void indexIsRebuiltFromNothing() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN)) {
            for (TestServers servers : List.of(server, cluster)) {
                RedisOptions options = RedisOptions.of(servers.url())
                        .prefix("rebuilt")
                        .clock(() -> Instant.ofEpochMilli(1_700_000_000_000L));
                try (SessionStore store = RedisStore.open(options)) {
                    rebuilds(servers, store);
                }
            }
        }
    }

    private static void rebuilds(TestServers servers, SessionStore store) {
        for (int i = 0; i < 20; i++) {
            NewEvent event = NewEvent.of("a", "t", Json.of("1"));
            When later = When.after(Duration.ofMinutes(i + 1));
            store.append(AppendRequest.of(
                            "s" + i,
                            event.to(Target.lane("v", "x"), new Target("w", null, later), Target.each("dead" + i)))
                    .serving(Served.of(new ServedConsumer("log", new LogOptions("main", null, true)))));
            kill(store, "s" + i, "dead" + i);
        }
        List<WorkMark> before = pages(store, 100);
        assertThat(before).hasSize(60);
        for (RedisServer one : servers.servers()) {
            try (Jedis jedis = one.jedis()) {
                jedis.keys("rebuilt:x:*").forEach(jedis::del);
            }
        }
        assertThat(pages(store, 100)).isEmpty();

        // As docs/how-to/redis.md has it.
        String from = null;
        do {
            SessionPage page = store.sessions(from, 7);
            page.sessions()
                    .forEach(session -> store.refreshWork(
                            session.sessionId(),
                            store.cursors(session.sessionId()).stream()
                                    .map(Cursor::consumer)
                                    .collect(Collectors.toSet())));
            from = page.next();
        } while (from != null);

        assertThat(pages(store, 100)).isEqualTo(before);
    }

    /** Its consumer's only head is dead then, so it has no work. */
    private static void kill(SessionStore store, String sessionId, String consumer) {
        ClaimResult claimed = store.claimAvailable(ClaimRequest.of(sessionId, "h", When.after(Duration.ofMinutes(1)))
                .serving(Served.named(consumer)));
        ((ClaimResult.Claimed) claimed)
                .heads()
                .forEach(head -> store.failAttempt(new FailRequest(sessionId, head.attempt(), "no", 1, null)));
        store.refreshWork(sessionId, Set.of(consumer));
    }

    @Test
    void marksThatWentLeaveNoGapBetweenPages() {
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix("gone"));
                Jedis jedis = server.jedis()) {
            for (String session : List.of("a", "b", "c", "d")) {
                give(store, session, "w");
            }
            jedis.zrem("gone:x:{work}:due:w", "a", "b", "c");

            assertThat(store.listWork(null, 2)).extracting(WorkMark::sessionId).containsExactly("d");
        }
    }
}

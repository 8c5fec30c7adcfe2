package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.RedriveRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** Servers without room: in memory (F11), with keys that vanish (F12), on disk (F16). */
final class FullServersTest {
    private static final Json LARGE = Json.of("\"" + "x".repeat(10_000) + "\"");

    private static RedisOptions options(RedisServer server) {
        return RedisOptions.of(server.url());
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    private static List<Head> claim(SessionStore store) {
        ClaimResult result = store.claimAvailable(ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))));
        return ((ClaimResult.Claimed) result).heads();
    }

    /** Appends large events until that is refused. */
    private static StoreException fill(SessionStore store) {
        StoreException full = catchThrowableOfType(StoreException.class, () -> {
            for (int i = 0; i < 2_000; i++) {
                store.append(AppendRequest.of("big", NewEvent.of("e" + i, "t", LARGE)));
            }
        });
        assertThat(full).as("it is full").isNotNull();
        return full;
    }

    /** F11. */
    @ParameterizedTest
    @EnumSource
    void fullMemoryRefusesAppendsAndLetsWorkEnd(Version version) {
        try (RedisServer server = RedisServer.start(version, "--maxmemory", "4mb", "--maxmemory-policy", "noeviction");
                SessionStore store = RedisStore.open(options(server))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"), each("dead"), each("skipped"))));

            StoreException full = fill(store);

            assertThat(full.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(full).hasMessageContaining("OOM");
            assertThat(store.verify("big")).isEmpty();
            for (Head head : claim(store)) {
                if (head.consumer().equals("w")) {
                    store.completeAttempt(CompleteRequest.of("s", head.attempt()));
                } else {
                    store.failAttempt(new FailRequest("s", head.attempt(), "no", 1, null));
                }
            }
            store.redrive(RedriveRequest.of("s", "dead", 1, RedriveRequest.Action.RETRY));
            store.redrive(RedriveRequest.of("s", "skipped", 1, RedriveRequest.Action.SKIP));
            store.clear(ClearRequest.of("big"));
            Eventually.holds(
                    "what was cleared is reclaimed", () -> store.reclaim("big").done());
            store.append(AppendRequest.of("s", event("b")));
            assertThat(store.verify("s")).isEmpty();
        }
    }

    /** F12: whatever has a time to live vanishes, as on a server that evicts; work is still done once. */
    @Test
    void keysThatVanishSettleNothingTwice() {
        AtomicLong now = new AtomicLong(1_700_000_000_000L);
        try (RedisServer server =
                        RedisServer.start(Version.SEVEN, "--maxmemory", "4mb", "--maxmemory-policy", "volatile-lru");
                SessionStore store = RedisStore.open(RedisOptions.of(server.url() + "/?eviction=accept")
                        .clock(() -> Instant.ofEpochMilli(now.get())))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            Map<String, Json> value = Map.of("f", Json.of("1"));
            store.setPresence(new PresenceUpdate("s", "p", value, 1, Instant.ofEpochMilli(1), Duration.ofHours(1)));
            Head head = claim(store).get(0);

            fill(store);

            try (Jedis jedis = server.jedis()) {
                assertThat(jedis.info("stats")).as("it evicted").doesNotContain("evicted_keys:0\r\n");
                assertThat(jedis.info("keyspace"))
                        .as("nothing is left to evict")
                        .contains("expires=0");
            }
            now.addAndGet(Duration.ofMinutes(2).toMillis());
            Head again = claim(store).get(0);
            assertThat(again.dispatch().attemptCount()).isEqualTo(2);
            assertThat(store.completeAttempt(CompleteRequest.of("s", head.attempt())))
                    .isInstanceOf(CompleteResult.Superseded.class);
            assertThat(store.completeAttempt(CompleteRequest.of("s", again.attempt())))
                    .isInstanceOf(CompleteResult.Completed.class);
            assertThat(store.verify("s")).isEmpty();
            assertThat(store.verify("big")).isEmpty();
        }
    }

    /** F16: the disk is full, and later it is not. */
    @Test
    void fullDiskRefusesWritesAndServesReads() throws Exception {
        try (RedisServer server = RedisServer.start(Version.SEVEN, "--appendonly", "yes");
                SessionStore store = RedisStore.open(options(server).lanes(1))) {
            store.append(AppendRequest.of("s", event("a")));
            server.limitFiles("100000");

            StoreException full = fill(store);

            assertThat(full.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(full.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(full).hasMessageContaining("MISCONF");
            assertThat(store.read("s", 0, null)).as("reads go on").hasSize(1);
            assertThat(store.verify("big")).isEmpty();
            server.limitFiles("unlimited");
            Eventually.holds("writes go on", () -> isAppended(store, "b"));
            server.kill();
            server.again();
            Eventually.holds("it is back", () -> isAppended(store, "c"));
            assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("a", "b", "c");
            assertThat(store.verify("big")).isEmpty();
        }
    }

    private static boolean isAppended(SessionStore store, String id) {
        try {
            store.append(AppendRequest.of("s", event(id)));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    /** F16: a server that must write everything ends instead; nobody knows of its last write until it is back. */
    @Test
    void serverThatEndsAtAFullDiskLeavesTheEffectOpen() throws Exception {
        try (RedisServer server = RedisServer.start(Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
                SessionStore store = RedisStore.open(options(server).lanes(1))) {
            server.limitFiles("100000");

            StoreException ended = fill(store);

            assertThat(ended.effect()).isEqualTo(Effect.UNKNOWN);
            long known = frontierAfterRestart(server, store);
            for (int i = 0; i <= known; i++) {
                String id = "e" + i;
                Eventually.holds("each can be repeated", () -> isRepeated(store, id));
            }
            assertThat(store.read("big", 0, null)).hasSize((int) known + 1);
            assertThat(store.verify("big")).isEmpty();
        }
    }

    /** How many there are when it is back. */
    private static long frontierAfterRestart(RedisServer server, SessionStore store) {
        server.kill();
        server.again();
        long[] frontier = new long[1];
        Eventually.holds("it is back", () -> {
            try {
                frontier[0] = store.bounds("big").frontier();
                return true;
            } catch (StoreException e) {
                return false;
            }
        });
        return frontier[0];
    }

    private static boolean isRepeated(SessionStore store, String id) {
        try {
            store.append(AppendRequest.of("big", NewEvent.of(id, "t", LARGE)));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisSentinels;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** A primary that is lost, and real sentinels that name another one (F13). Each test finds all servers in order. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SentinelTest {
    private final RedisSentinels servers = RedisSentinels.start(Version.SEVEN);
    private String prefix = "";

    @BeforeEach
    void settle(TestInfo test) {
        servers.settle();
        prefix = test.getTestMethod().orElseThrow().getName();
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    /** Each write is with the replica before it counts, so that a failover loses none. */
    private SessionStore open() {
        RedisOptions options = RedisOptions.of(servers.url() + "?durability=replicas:1&prefix=" + prefix);
        return RedisStore.open(options.timeouts(
                new RedisOptions.Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(10))));
    }

    private static AppendRequest append(String id) {
        return AppendRequest.of("s", NewEvent.of(id, "t", Json.NULL));
    }

    @Test
    void theStoreFollowsAFailover() {
        List<String> done = new ArrayList<>(List.of("before"));
        List<String> refused = new ArrayList<>();
        try (SessionStore store = open()) {
            Eventually.holds("the first write is with both", () -> effect(store, "before") == null);
            RedisServer primary = servers.primary();
            primary.kill();

            Eventually.holds("the replica serves", () -> {
                String id = "during-" + (done.size() + refused.size());
                (effect(store, id) == Effect.NOT_APPLIED ? refused : done).add(id);
                return isRead(store);
            });
            assertThat(refused).isNotEmpty();
            primary.again();
            Eventually.holds("the former primary follows the new one", () -> effect(store, "after") == null);

            assertThat(store.read("s", 0, null))
                    .extracting(Event::id)
                    .contains("before", "after")
                    .doesNotHaveDuplicates()
                    .doesNotContainAnyElementsOf(refused);
            assertThat(store.verify("s")).isEmpty();
        }
    }

    /** Of an append; null: it is done, and durable. */
    private static @Nullable Effect effect(SessionStore store, String id) {
        try {
            store.append(append(id));
            return null;
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            return e.effect();
        }
    }

    private static boolean isRead(SessionStore store) {
        try {
            return !store.read("s", 0, null).isEmpty();
        } catch (StoreException e) {
            return false;
        }
    }

    /** A failover that somebody asks for: the primary lives on as a replica, and refuses what is sent to it. */
    @Test
    void wakeupsAndWritesFollowToTheNewPrimary() {
        LinkedBlockingQueue<Wakeup> heard = new LinkedBlockingQueue<>();
        AtomicInteger gaps = new AtomicInteger();
        Wakeups.Listener listener = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                heard.add(wakeup);
            }

            @Override
            public void onGap() {
                gaps.incrementAndGet();
            }
        };
        try (SessionStore store = open();
                Subscription subscription = store.subscribe("s", listener)) {
            Eventually.holds("listening begins", () -> gaps.get() > 0);
            Eventually.holds("the first write is with both", () -> effect(store, "before") == null);
            int before = gaps.get();

            servers.failOver();

            Eventually.holds("listening goes on", () -> gaps.get() > before);
            Eventually.holds("the write is with both", () -> effect(store, "after") == null);
            heard.clear();
            assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("before", "after");
            AtomicInteger more = new AtomicInteger();
            Eventually.holds("a wake-up is heard", () -> {
                effect(store, "more-" + more.incrementAndGet());
                return !heard.isEmpty();
            });
        }
    }

    @Test
    void oneSentinelIsEnoughAndAnUnknownNameIsTold() {
        servers.sentinel(0).kill();
        servers.sentinel(1).kill();
        try (SessionStore store = open()) {
            store.append(append("a"));
        }

        assertThatThrownBy(() -> openAtOnce(servers.url().replace("/main", "/other")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.effect()).isEqualTo(Effect.NOT_APPLIED))
                .hasMessageContaining("no sentinel says where \"other\" is")
                .hasMessageContaining("does not know it");
    }

    /** What sentinels say can be older than what became of the server. */
    @Test
    void serverThatIsNoPrimaryIsNotUsed() {
        try (Jedis jedis = servers.primary().jedis()) {
            jedis.replicaof("127.0.0.1", servers.replica().port());
            try {
                assertThatThrownBy(() -> openAtOnce(servers.url())).hasMessageContaining("no primary yet, or no more");
            } finally {
                jedis.replicaofNoOne();
            }
        }
    }

    @Test
    void sentinelsMayWantToKnowWhoAsks() {
        try (Jedis jedis = servers.sentinel(2).jedis()) {
            jedis.aclSetUser("asker", "on", ">hidden", "+auth", "+hello", "+sentinel|get-master-addr-by-name");
            jedis.aclSetUser("default", "resetpass", ">other");
            try {
                String one = "redis+sentinel://127.0.0.1:" + servers.sentinel(2).port() + "/main?prefix=" + prefix;

                assertThatThrownBy(() -> openAtOnce(one)).hasMessageContaining("NOAUTH");
                assertThatThrownBy(() -> openAtOnce(one + "&sentinel-password=hidden"))
                        .hasMessageContaining("WRONGPASS")
                        .hasMessageNotContaining("hidden");
                openAtOnce(one + "&sentinel-user=asker&sentinel-password=hidden");
            } finally {
                jedis.aclSetUser("default", "nopass");
            }
        }
    }

    private static void openAtOnce(String url) {
        Duration second = Duration.ofSeconds(1);
        RedisStore.open(RedisOptions.of(url).timeouts(new RedisOptions.Timeouts(second, second, Duration.ofMillis(1))))
                .close();
    }
}

package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Writes that wait for a real replica (F13, F14). */
final class DurabilityTest {
    private static final Pattern WAITS = Pattern.compile("cmdstat_wait:calls=(\\d+)");

    private final RedisServer primary = RedisServer.start(Version.SEVEN);
    private final RedisServer replica = RedisServer.replicaOf(primary);

    @AfterEach
    void stop() {
        replica.signal("CONT");
        replica.close();
        primary.close();
    }

    private RedisOptions options(Durability durability) {
        RedisOptions options = RedisOptions.of(primary.url());
        return options.safety(options.safety().durability(durability));
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL).to(each("w"));
    }

    private static long events(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            return jedis.xlen("a2:{\"s\"}:log");
        }
    }

    @Test
    void acknowledgedWriteIsOnTheReplica() {
        try (SessionStore store = RedisStore.open(options(Durability.replicas(1)))) {
            for (int i = 1; i <= 50; i++) {
                store.append(AppendRequest.of("s", event("e" + i)));
                assertThat(events(replica)).isEqualTo(i);
            }
        }
    }

    @Test
    void writeThatNoReplicaConfirmedIsUnknownAndItsRetryWaitsAgain() throws Exception {
        Durability durability = Durability.replicas(1).limit(Duration.ofMillis(100));
        try (SessionStore store = RedisStore.open(options(durability))) {
            store.append(AppendRequest.of("s", event("a")));
            replica.signal("STOP");

            StoreException e =
                    catchThrowableOfType(StoreException.class, () -> store.append(AppendRequest.of("s", event("b"))));

            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(e.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(e).hasMessageContaining("durability=replicas:1");
            assertThatThrownBy(() -> store.append(AppendRequest.of("s", event("b"))))
                    .as("the retry finds the event, which is still not safe")
                    .isInstanceOf(StoreException.class);
            assertThat(store.read("s", 0, null)).as("reads do not wait").hasSize(2);

            replica.signal("CONT");
            List<AppendResult> answers = new ArrayList<>();
            Eventually.holds("the retry succeeds", () -> {
                try {
                    answers.add(store.append(AppendRequest.of("s", event("b"))));
                    return true;
                } catch (StoreException again) {
                    return false;
                }
            });
            assertThat(answers.get(0).events()).extracting(Event::index).containsExactly(2L);
            assertThat(events(replica)).isEqualTo(2);
        }
    }

    /** A connection that wrote nothing itself still waits for what it found. */
    @Test
    void retryOfAnotherProcessWaitsToo() throws Exception {
        Durability durability = Durability.replicas(1).limit(Duration.ofMillis(100));
        try (SessionStore careless = RedisStore.open(RedisOptions.of(primary.url()));
                SessionStore store = RedisStore.open(options(durability))) {
            careless.append(AppendRequest.of("s", event("a")));
            replica.signal("STOP");
            careless.append(AppendRequest.of("s", event("b")));

            assertThatThrownBy(() -> store.append(AppendRequest.of("s", event("b"))))
                    .isInstanceOf(StoreException.class);
            try (SessionStore fresh = RedisStore.open(options(durability))) {
                assertThatThrownBy(() -> fresh.append(AppendRequest.of("s", event("b"))))
                        .isInstanceOf(StoreException.class);
            }
        }
    }

    @Test
    void withoutTheLevelNothingWaits() throws Exception {
        try (SessionStore store = RedisStore.open(RedisOptions.of(primary.url()))) {
            try (Jedis jedis = primary.jedis()) {
                jedis.configResetStat();
            }
            replica.signal("STOP");

            store.append(AppendRequest.of("s", event("a")));

            assertThat(waits()).isEqualTo(0);
        }
    }

    private long waits() {
        try (Jedis jedis = primary.jedis()) {
            Matcher calls = WAITS.matcher(jedis.info("commandstats"));
            return calls.find() ? Long.parseLong(calls.group(1)) : 0;
        }
    }

    @Test
    void callersShareWaits() throws InterruptedException {
        int callers = 64;
        int each = 20;
        try (SessionStore store =
                        RedisStore.open(options(Durability.replicas(1)).lanes(1));
                Jedis jedis = primary.jedis()) {
            store.append(AppendRequest.of("s", event("first")));
            jedis.configResetStat();
            List<Thread> threads = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                String name = "e" + caller + "-";
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < each; i++) {
                        store.append(AppendRequest.of("s", event(name + i)));
                    }
                }));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
            }

            assertThat(events(primary)).isEqualTo(1 + callers * each);
            assertThat(waits()).isPositive().isLessThan(callers * each / 2);
        }
    }

    @Test
    void importWaitsToo() throws Exception {
        Durability durability = Durability.replicas(1).limit(Duration.ofMillis(100));
        try (SessionStore from = RedisStore.open(RedisOptions.of(primary.url()).prefix("from"));
                SessionStore store = RedisStore.open(options(durability))) {
            from.append(AppendRequest.of("s", event("a")));
            List<SessionPart> parts = new ArrayList<>();
            from.exportSession("s", parts::add);
            replica.signal("STOP");

            assertThatThrownBy(() -> store.importSession("s", parts))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.effect()).isEqualTo(Effect.UNKNOWN));
        }
    }

    @Test
    void diskThatTheServerCannotWaitForIsRefused() {
        assertThatThrownBy(() -> RedisStore.open(options(Durability.aof())))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("STORE_NOT_CONFIGURED")
                .hasMessageContaining("durability=aof")
                .hasMessageContaining("7.2");
        assertThat(RedisStore.diagnose(options(Durability.aof())))
                .anyMatch(one ->
                        one.subject().equals("durability") && one.meaning().contains("7.2"));
    }

    @Test
    void whatConfirmsIsReadRight() {
        assertThat(Durability.aof().isReached(List.of(1L, 0L))).isTrue();
        assertThat(Durability.aof().isReached(List.of(0L, 2L))).isFalse();
        assertThat(Durability.replicas(2).isReached(2L)).isTrue();
        assertThat(Durability.replicas(2).isReached(1L)).isFalse();
        assertThat(Durability.replicas(2).isReached(new JedisDataException("NOPERM")))
                .isFalse();
    }

    @Test
    void doctorTriesWhetherThisUserMayWait() {
        try (Jedis jedis = primary.jedis()) {
            jedis.aclSetUser("a2", "on", ">p", "~a2:*", "&*", "+@all", "-wait");
        }
        RedisOptions options = options(Durability.replicas(1));
        RedisOptions asUser = options.server(options.server().as("a2", "p"));

        assertThat(RedisStore.diagnose(asUser)).anyMatch(one -> one.found().equals("missing: WAIT"));
        assertThatThrownBy(() -> RedisStore.open(asUser)).hasMessageContaining("STORE_NOT_CONFIGURED");
    }

    @Test
    void levelIsReadFromTheUrl() {
        assertThat(RedisOptions.of("redis://h/?durability=replicas:2").safety().durability())
                .isEqualTo(Durability.replicas(2));
        assertThat(RedisOptions.of("redis://h/?eviction=accept&durability=aof").safety())
                .isEqualTo(new RedisOptions.Safety(true, Durability.aof()));
        for (String wrong : List.of("replicas", "replicas:0", "replicas:-1", "disk", "")) {
            assertThatThrownBy(() -> RedisOptions.of("redis://h/?durability=" + wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}

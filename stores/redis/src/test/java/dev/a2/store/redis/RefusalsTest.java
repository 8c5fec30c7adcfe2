package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Each error that a server gives instead of carrying a call out, from a real server: nothing was applied, and the same call
 * succeeds once the cause is gone. Version 6 wraps what a script meets in an error of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RefusalsTest {
    private static final NewEvent A = NewEvent.of("a", "t", Json.NULL);
    private static final NewEvent B = NewEvent.of("b", "t", Json.NULL);

    private final Map<Version, RedisServer> servers =
            Map.of(Version.SEVEN, RedisServer.start(Version.SEVEN), Version.SIX, RedisServer.start(Version.SIX));

    @AfterAll
    void stop() {
        servers.values().forEach(RedisServer::close);
    }

    private RedisServer server(Version version) {
        return Objects.requireNonNull(servers.get(version));
    }

    private static SessionStore open(RedisServer server) {
        return RedisStore.open(RedisOptions.of(server.url()));
    }

    private static void refused(SessionStore store, String session, String word) {
        StoreException e = catchThrowableOfType(StoreException.class, () -> store.append(AppendRequest.of(session, B)));

        assertThat(e).as(word).isNotNull();
        assertThat(e).hasMessageContaining(word);
        assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(e.effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    private static void succeeds(SessionStore store, String session) {
        Eventually.holds("the cause is gone", () -> {
            try {
                store.append(AppendRequest.of(session, B));
                return true;
            } catch (StoreException e) {
                return false;
            }
        });
        assertThat(store.read(session, 0, null)).extracting(Event::id).containsExactly("a", "b");
        assertThat(store.verify(session)).isEmpty();
    }

    private static void isRefusedUntil(
            RedisServer server, String word, Map<String, String> cause, Map<String, String> cure) {
        try (SessionStore store = open(server);
                Jedis jedis = server.jedis()) {
            store.append(AppendRequest.of(word, A));
            jedis.configSet(cause);
            refused(store, word, word);
            jedis.configSet(cure);
            succeeds(store, word);
        }
    }

    @ParameterizedTest
    @EnumSource
    void noReplicas(Version version) {
        isRefusedUntil(
                server(version),
                "NOREPLICAS",
                Map.of("min-replicas-to-write", "1"),
                Map.of("min-replicas-to-write", "0"));
    }

    @ParameterizedTest
    @EnumSource
    void outOfMemory(Version version) {
        isRefusedUntil(server(version), "OOM", Map.of("maxmemory", "1"), Map.of("maxmemory", "0"));
    }

    @ParameterizedTest
    @EnumSource
    void forgottenScript(Version version) {
        try (SessionStore store = open(server(version));
                Jedis jedis = server(version).jedis()) {
            store.append(AppendRequest.of("NOSCRIPT", A));
            jedis.scriptFlush();

            store.append(AppendRequest.of("NOSCRIPT", B));

            assertThat(store.read("NOSCRIPT", 0, null)).hasSize(2);
            assertThat(jedis.info("errorstats")).contains("errorstat_NOSCRIPT");
        }
    }

    /** F08, F02: every command is refused while somebody's script runs too long. */
    @ParameterizedTest
    @EnumSource
    void busy(Version version) throws Exception {
        RedisServer server = server(version);
        String setting = version == Version.SIX ? "lua-time-limit" : "busy-reply-threshold";
        try (SessionStore store = open(server);
                Jedis jedis = server.jedis();
                Jedis other = server.jedis()) {
            store.append(AppendRequest.of("BUSY", A));
            jedis.configSet(setting, "20");
            Thread busy = Thread.ofVirtual()
                    .start(() -> assertThatThrownBy(() -> other.eval("while true do end"))
                            .hasMessageContaining("killed"));
            Eventually.holds("the server is busy", () -> isBusy(jedis));

            refused(store, "BUSY", "BUSY");
            jedis.scriptKill();
            assertThat(busy.join(Duration.ofSeconds(20))).isTrue();

            succeeds(store, "BUSY");
        }
    }

    private static boolean isBusy(Jedis jedis) {
        try {
            jedis.ping();
            return false;
        } catch (JedisDataException e) {
            return true;
        }
    }

    /** F16, also wrapped: snapshots of the data set fail. */
    @Test
    void snapshotsThatFail() throws Exception {
        RedisServer server = server(Version.SIX);
        Path gone = Files.createDirectory(server.folder().resolve("gone"));
        try (SessionStore store = open(server);
                Jedis jedis = server.jedis()) {
            store.append(AppendRequest.of("MISCONF", A));
            jedis.configSet("save", "3600 1000000");
            jedis.configSet("dir", gone.toString());
            Files.delete(gone);
            jedis.bgsave();
            Eventually.holds("it failed", () -> jedis.info("persistence").contains("rdb_last_bgsave_status:err"));

            refused(store, "MISCONF", "MISCONF");
            assertThat(store.read("MISCONF", 0, null)).as("reads go on").hasSize(1);
            jedis.configSet("save", "");
            jedis.configSet("dir", server.folder().toString());

            succeeds(store, "MISCONF");
        }
    }

    /** F14, F17: what a replica answers from the day on which it becomes one. */
    @ParameterizedTest
    @EnumSource
    void serverThatFollowsAnother(Version version) {
        RedisServer server = server(version);
        try (RedisServer primary = RedisServer.start(version, "--repl-diskless-sync-delay", "0");
                SessionStore store = open(server);
                Jedis jedis = server.jedis()) {
            store.append(AppendRequest.of("follower", A));
            fill(primary);
            jedis.configSet("replica-serve-stale-data", "no");
            if (version == Version.SEVEN) {
                jedis.configSet(Map.of("key-load-delay", "10000", "loading-process-events-interval-bytes", "1024"));
            }
            jedis.replicaof("127.0.0.1", 1);
            refused(store, "follower", "MASTERDOWN");

            jedis.replicaof("127.0.0.1", primary.port());
            if (version == Version.SEVEN) { // 6 answers only at each 2 MiB that it loads
                Eventually.holds("it loads what the other has", () -> isRefused(store, "LOADING"));
                refused(store, "follower", "LOADING");
            }
            Eventually.holds("it has all", () -> isRefused(store, "READONLY"));
            refused(store, "follower", "READONLY");
        } finally {
            free(server);
        }
    }

    private static void free(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            jedis.replicaofNoOne();
            jedis.configSet("replica-serve-stale-data", "yes");
            jedis.configSet("key-load-delay", "0");
        }
    }

    private static void fill(RedisServer server) {
        try (Jedis jedis = server.jedis();
                Pipeline pipeline = jedis.pipelined()) {
            IntStream.range(0, 40).forEach(i -> pipeline.set("k" + i, "x".repeat(20_000)));
        }
    }

    private static boolean isRefused(SessionStore store, String word) {
        StoreException e =
                catchThrowableOfType(StoreException.class, () -> store.append(AppendRequest.of("follower", B)));
        return e != null && e.toString().contains(word);
    }

    /** F20: a permission that is taken away while the store is in use. */
    @ParameterizedTest
    @EnumSource
    void permissionThatIsLost(Version version) {
        RedisServer server = server(version);
        try (Jedis jedis = server.jedis()) {
            jedis.aclSetUser("a2", "reset", "on", ">p", "~*", "&*", "+@all");
            RedisOptions options = RedisOptions.of(server.url());
            try (SessionStore store =
                    RedisStore.open(options.server(options.server().as("a2", "p")))) {
                store.append(AppendRequest.of("NOPERM", A));

                jedis.aclSetUser("a2", "-evalsha");
                isNotConfigured(store, Effect.NOT_APPLIED);
                jedis.aclSetUser("a2", "+evalsha", "-xadd");
                isNotConfigured(store, Effect.UNKNOWN);
                jedis.aclSetUser("a2", "+xadd");

                succeeds(store, "NOPERM");
            }
        }
    }

    private static void isNotConfigured(SessionStore store, Effect effect) {
        assertThatThrownBy(() -> store.append(AppendRequest.of("NOPERM", B)))
                .isInstanceOfSatisfying(StoreException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
                    assertThat(e.effect()).isEqualTo(effect);
                });
    }

    /** A cluster of one node in which nobody has the session's slot for a while. */
    @Test
    void slotThatNobodyHas() {
        try (RedisServer node =
                RedisServer.start(Version.SEVEN, "--cluster-enabled", "yes", "--cluster-require-full-coverage", "no")) {
            try (Jedis jedis = node.jedis()) {
                cluster(jedis, "ADDSLOTSRANGE", "0", "16383");
                Eventually.holds("it serves", () -> jedis.clusterInfo().contains("cluster_state:ok"));
                RedisOptions options = RedisOptions.of("127.0.0.1", node.port())
                        .timeouts(new RedisOptions.Timeouts(
                                Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofSeconds(10)));
                String slot = "" + SessionSlot.of("a2", "s");
                try (SessionStore store = RedisStore.open(options)) {
                    store.append(AppendRequest.of("s", A));

                    cluster(jedis, "DELSLOTS", slot);
                    refused(store, "s", "CLUSTERDOWN");
                    cluster(jedis, "ADDSLOTS", slot);

                    succeeds(store, "s");
                }
            }
        }
    }

    private static void cluster(Jedis jedis, String... words) {
        jedis.sendCommand(Protocol.Command.CLUSTER, words);
    }

    /** F17: a server that is not there yet, and one that never comes. */
    @Test
    void serverThatStartsLater() throws Exception {
        RedisServer server = RedisServer.start(Version.SEVEN);
        RedisOptions options = RedisOptions.of(server.url());
        server.kill();
        RedisOptions hasty = options.timeouts(
                new RedisOptions.Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMillis(1)));

        assertThatThrownBy(() -> RedisStore.open(hasty).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessageContaining("connection");
        List<SessionStore> opened = new CopyOnWriteArrayList<>();
        Thread opening = Thread.ofVirtual().start(() -> opened.add(RedisStore.open(options)));
        server.again();
        assertThat(opening.join(Duration.ofSeconds(20))).isTrue();

        assertThat(opened).hasSize(1);
        opened.forEach(SessionStore::close);
        server.close();
    }
}

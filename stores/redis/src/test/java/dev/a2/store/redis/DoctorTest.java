package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.Diagnosis.Verdict;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.When;
import dev.a2.store.redis.RedisOptions.Safety;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** What is said of real servers, and which of them are refused (F12, F20). */
final class DoctorTest {
    private static Diagnosis about(String subject, RedisOptions options) {
        return RedisStore.diagnose(options).stream()
                .filter(one -> one.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    private static RedisOptions as(RedisServer server, String user) {
        RedisOptions options = RedisOptions.of(server.url());
        return options.server(options.server().as(user, "p"));
    }

    @ParameterizedTest
    @EnumSource
    void soundServerIsFoundSound(Version version) {
        try (RedisServer server = RedisServer.start(version, "--appendonly", "yes")) {
            List<Diagnosis> found = RedisStore.diagnose(RedisOptions.of(server.url()));

            assertThat(found)
                    .extracting(Diagnosis::subject)
                    .containsExactly(
                            "version",
                            "mode",
                            "persistence",
                            "durability",
                            "eviction",
                            "replicas",
                            "permissions",
                            "scripts",
                            "key locking",
                            "clock",
                            "layout");
            assertThat(found)
                    .filteredOn(one -> !one.subject().equals("replicas"))
                    .allMatch(one -> one.verdict() == Verdict.GOOD);
            assertThat(about("persistence", RedisOptions.of(server.url())).found())
                    .isEqualTo("AOF, appendfsync everysec");
            try (Jedis jedis = server.jedis()) {
                assertThat(jedis.keys("*")).isEmpty();
            }
        }
    }

    @Test
    void settingsThatLoseSessionsAreToldByWhatTheyLose() {
        try (RedisServer server = RedisServer.start(Version.SEVEN);
                Jedis jedis = server.jedis()) {
            assertThat(about("persistence", RedisOptions.of(server.url())).verdict())
                    .isEqualTo(Verdict.WRONG);

            jedis.configSet("save", "60 1");
            assertThat(about("persistence", RedisOptions.of(server.url())).verdict())
                    .isEqualTo(Verdict.NOTICE);

            jedis.configSet(Map.of("appendonly", "yes", "appendfsync", "no"));
            assertThat(about("persistence", RedisOptions.of(server.url())).verdict())
                    .isEqualTo(Verdict.NOTICE);

            jedis.configSet("appendfsync", "always");
            assertThat(about("persistence", RedisOptions.of(server.url())).verdict())
                    .isEqualTo(Verdict.GOOD);
        }
    }

    /** F12. */
    @Test
    void serverThatEvictsIsRefusedUnlessThatIsAccepted() {
        try (RedisServer server =
                RedisServer.start(Version.SEVEN, "--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")) {
            assertThat(about("eviction", RedisOptions.of(server.url())).verdict())
                    .isEqualTo(Verdict.WRONG);
            assertThatThrownBy(() -> RedisStore.open(RedisOptions.of(server.url())))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("STORE_NOT_CONFIGURED")
                    .hasMessageContaining("allkeys-lru")
                    .hasMessageContaining("eviction=accept");
            try (Jedis jedis = server.jedis()) {
                assertThat(jedis.keys("*")).as("nothing was written").isEmpty();
            }

            String url = "redis://127.0.0.1:" + server.port() + "/?eviction=accept";
            RedisStore.open(url).close();
            assertThat(about("eviction", RedisOptions.of(url)).verdict()).isEqualTo(Verdict.NOTICE);

            try (Jedis jedis = server.jedis()) {
                jedis.configSet("maxmemory-policy", "noeviction");
                RedisStore.open(RedisOptions.of(server.url())).close();
                jedis.configSet(Map.of("maxmemory-policy", "allkeys-lru", "maxmemory", "0"));
                RedisStore.open(RedisOptions.of(server.url())).close();
            }
        }
    }

    @Test
    void tooOldServerIsRefusedByName() {
        ServerInfo old = ServerInfo.of("redis_version:6.0.16\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\n");
        RedisOptions options = RedisOptions.of("127.0.0.1", 1);

        assertThatThrownBy(() -> Requirements.check(old, options))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("STORE_NOT_CONFIGURED")
                .hasMessageContaining("6.0.16");
        for (String version : List.of("6.2.0", "7.0.15", "10.0", "7.2.4-rc1", "8")) {
            assertThat(Requirements.version(ServerInfo.of("redis_version:" + version))
                            .verdict())
                    .as(version)
                    .isEqualTo(Verdict.GOOD);
        }
    }

    /** F20: with the page's own rule. */
    @ParameterizedTest
    @EnumSource
    void userOfTheHowToPageCanDoAllThatIsNeeded(Version version) {
        try (RedisServer server = RedisServer.start(version, "--appendonly", "yes")) {
            LimitedUser.make(server, LimitedUser.rules());
            RedisOptions options = as(server, "a2");

            assertThat(RedisStore.diagnose(options)).noneMatch(one -> one.verdict() == Verdict.WRONG);
            assertThat(about("permissions", options).verdict()).isEqualTo(Verdict.GOOD);
            assertThat(about("persistence", options).found()).isEqualTo("AOF; appendfsync cannot be read");
            try (SessionStore store = RedisStore.open(options)) {
                live(store);
            }
            assertThat(about("permissions", options.prefix("other")).found()).contains("GET", "PUBLISH", "EVALSHA");
        }
    }

    /** What a session goes through. */
    private static void live(SessionStore store) {
        store.append(AppendRequest.of("s", NewEvent.of("a", "t", Json.NULL).to(each("w"))));
        store.takeWork(new TakeWorkRequest(0, Set.of("w"), 10, Duration.ofSeconds(1)));
        ClaimResult claimed = store.claimAvailable(ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))));
        Head head = ((ClaimResult.Claimed) claimed).heads().get(0);
        store.completeAttempt(CompleteRequest.of("s", head.attempt(), NewEvent.of("b", "t", Json.NULL)));
        assertThat(store.read("s", 0, null)).hasSize(2);
        assertThat(store.verify("s")).isEmpty();
        assertThat(store.sessions(null, 10).sessions()).hasSize(1);
        store.clear(ClearRequest.of("s"));
        assertThat(store.reclaim("s").done()).isTrue();
    }

    /** F20: as managed servers have it. */
    @ParameterizedTest
    @EnumSource
    void userWithoutAdminCommandsIsEnough(Version version) {
        try (RedisServer server = RedisServer.start(version)) {
            LimitedUser.make(server, "reset on >p ~a2:* resetchannels &a2:* +@all -@dangerous");
            RedisOptions options = as(server, "a2");

            assertThat(RedisStore.diagnose(options)).noneMatch(one -> one.verdict() == Verdict.WRONG);
            assertThat(about("eviction", options).found()).isEqualTo("cannot be read");
            assertThat(about("version", options).found()).isEqualTo("cannot be read");
            try (SessionStore store = RedisStore.open(options)) {
                live(store);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void missingPermissionsAreNamed(Version version) {
        try (RedisServer server = RedisServer.start(version)) {
            LimitedUser.make(server, "reset on >p ~a2:* resetchannels +@all -zadd -xadd -exec");
            assertThat(about("permissions", as(server, "a2")).found())
                    .isEqualTo("missing: EXEC, PUBLISH, SUBSCRIBE, XADD, ZADD");
            assertThatThrownBy(() -> RedisStore.open(as(server, "a2")))
                    .as("not when a script has done half of what it does")
                    .hasMessageContaining("STORE_NOT_CONFIGURED")
                    .hasMessageContaining("missing: EXEC, PUBLISH, SUBSCRIBE, XADD, ZADD");

            LimitedUser.make(server, "reset on >p ~a2:* resetchannels &a2:* +@all -multi");
            assertThat(about("permissions", as(server, "a2")).found()).isEqualTo("missing: MULTI");

            LimitedUser.make(server, "reset on >p ~a2:* resetchannels &a2:* +@all -@scripting");
            assertThat(about("scripts", as(server, "a2")).verdict()).isEqualTo(Verdict.WRONG);
            try (Jedis jedis = server.jedis()) {
                assertThat(jedis.keys("*")).isEmpty();
            }
        }
    }

    /** What is tried is what is used. */
    @Test
    void everyCommandOfScriptsAndCallsIsTried() throws IOException {
        Set<String> used = new TreeSet<>();
        Pattern inScripts = Pattern.compile("(?:call|try|careful)\\([^'\"]*'([A-Z]+)'");
        Pattern inCalls = Pattern.compile("Command\\.of\\(\\s*\"([A-Z]+)\"");
        addMatches(Path.of("src/main/resources"), inScripts, used);
        addMatches(Path.of("src/main/java"), inCalls, used);
        used.removeAll(Set.of("MULTI", "EXEC", "DISCARD", "UNWATCH", "INFO", "CONFIG"));
        used.removeAll(Set.of("WAIT", "WAITAOF")); // asked for by those alone who wait
        used.removeAll(Set.of("ASKING", "CLUSTER", "EXISTS")); // a cluster's
        used.remove("HELLO"); // everyone may
        used.remove("SENTINEL"); // sentinels are asked
        assertThat(used).hasSizeGreaterThan(25);

        assertThat(new Permissions(RedisOptions.of("h", 1)).needed())
                .extracting(Command::toString)
                .containsAll(used);
    }

    private static void addMatches(Path folder, Pattern pattern, Set<String> found) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                pattern.matcher(Files.readString(file)).results().forEach(match -> found.add(match.group(1)));
            }
        }
    }

    /** F40: told, and without harm. */
    @Test
    void clockThatIsOffIsTold() {
        try (RedisServer server = RedisServer.start(Version.SEVEN)) {
            InstantSource late = () -> InstantSource.system().instant().minusSeconds(3_600);
            Diagnosis clock = about("clock", RedisOptions.of(server.url()).clock(late));

            assertThat(clock.verdict()).isEqualTo(Verdict.NOTICE);
            assertThat(clock.found()).matches("3[56]\\d{5} ms ahead of here");
        }
    }

    @Test
    void replicasAreTold() {
        try (RedisServer primary = RedisServer.start(Version.SEVEN);
                RedisServer replica = RedisServer.replicaOf(primary)) {
            Eventually.holds(
                    "the replica follows",
                    () -> about("replicas", RedisOptions.of(primary.url()))
                            .verdict()
                            .equals(Verdict.GOOD));

            assertThat(about("replicas", RedisOptions.of(replica.url())).verdict())
                    .isEqualTo(Verdict.WRONG);
        }
    }

    @Test
    void otherLayoutAndAbsentServerAreWrong() {
        RedisOptions gone;
        try (RedisServer server = RedisServer.start(Version.SEVEN);
                Jedis jedis = server.jedis()) {
            gone = RedisOptions.of(server.url());
            jedis.set("a2:schema", "tagged-9");
            assertThat(about("layout", RedisOptions.of(server.url())).verdict()).isEqualTo(Verdict.WRONG);
        }
        assertThat(RedisStore.diagnose(gone)).extracting(Diagnosis::subject).containsExactly("connection");
    }

    @Test
    void safetyIsReadFromTheUrl() {
        assertThat(RedisOptions.of("redis://h").safety()).isEqualTo(Safety.DEFAULTS);
        assertThat(RedisOptions.of("redis://h/?eviction=accept").safety().acceptEviction())
                .isTrue();
        assertThatThrownBy(() -> RedisOptions.of("redis://h/?eviction=maybe")).hasMessageContaining("maybe");
    }
}

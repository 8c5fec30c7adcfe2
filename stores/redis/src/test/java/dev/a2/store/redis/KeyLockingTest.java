package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.KeyLockingServer;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import dev.a2.testservers.TestServers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

/** Scripts say that they lock no more than their keys where a server takes that for all keys of their hash tags. */
final class KeyLockingTest {
    private static String reached(TestServers servers) {
        return RedisStore.diagnose(RedisOptions.of(servers.url())).stream()
                .filter(one -> one.subject().equals("key locking"))
                .map(Diagnosis::found)
                .findFirst()
                .orElseThrow();
    }

    private static void append(SessionStore store, String id) {
        store.append(AppendRequest.of("s", NewEvent.of(id, "t", Json.NULL)));
    }

    /** What reaches the server when a store appends twice; the first call asks. */
    private static List<Watching.Seen> seen(TestServers servers) {
        try (SessionStore store = RedisStore.open(RedisOptions.of(servers.url()));
                Watching watching = new Watching(servers.servers().get(0))) {
            append(store, "a");
            append(store, "b");
            return watching.during(() -> append(store, "c"));
        }
    }

    @Test
    void messagesGoOutAfterScriptsThatLockTheirHashTags() {
        try (KeyLockingServer server = KeyLockingServer.start(Version.SEVEN, Reach.HASH_TAG)) {
            assertThat(seen(server))
                    .filteredOn(
                            call -> call.name().equals("PUBLISH") && call.key().endsWith("notify"))
                    .hasSize(1)
                    .noneMatch(Watching.Seen::inside);
            assertThat(reached(server)).isEqualTo("by hash tag");
        }
    }

    @Test
    void scriptsRunUnflaggedWhereTheyMayTouchDeclaredKeysOnly() {
        try (KeyLockingServer server = KeyLockingServer.start(Version.SEVEN, Reach.DECLARED)) {
            assertRunsUnflagged(server);
        }
    }

    @ParameterizedTest
    @EnumSource
    void scriptsRunUnflaggedOnRedis(Version version) {
        try (RedisServer server = RedisServer.start(version)) {
            assertRunsUnflagged(server);
        }
    }

    @Test
    void questionThatGotNoAnswerIsAskedAgain() {
        try (KeyLockingServer server = KeyLockingServer.start(Version.SEVEN, Reach.HASH_TAG);
                Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            proxy.mode(Proxy.Mode.CUT_REPLY);
            assertThat(isAppended(store, "a")).isFalse();
            proxy.mode(Proxy.Mode.PASS);
            Eventually.holds("it is connected again", () -> isAppended(store, "a"));

            try (Watching watching = new Watching(server.servers().get(0))) {
                assertThat(watching.during(() -> append(store, "b")))
                        .filteredOn(call ->
                                call.name().equals("PUBLISH") && call.key().endsWith("notify"))
                        .hasSize(1)
                        .noneMatch(Watching.Seen::inside);
            }
        }
    }

    private static boolean isAppended(SessionStore store, String id) {
        try {
            append(store, id);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    /** What a server says while it is not itself tells nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "BUSY Redis is busy running a script.",
                "MOVED 1 127.0.0.1:1",
                "READONLY You can't write against a read only replica.",
                "NOAUTH Authentication required.",
                "ERR max requests limit exceeded. Limit: 1, Usage: 2."
            })
    void refusalOfTheMomentIsNoAnswer(String error) {
        assertThat(KeyLocking.answer(new JedisDataException(error))).isEqualTo(KeyLocking.Answer.OPEN);
    }

    private static void assertRunsUnflagged(TestServers servers) {
        List<Watching.Seen> seen = seen(servers);

        assertThat(seen)
                .filteredOn(call -> call.name().equals("PUBLISH") && call.key().endsWith("notify"))
                .hasSize(1)
                .allMatch(Watching.Seen::inside);
        assertThat(seen)
                .as("it is not asked again")
                .noneMatch(call -> call.name().equals("EVAL"));
        assertThat(reached(servers)).isEqualTo("none that is of use");
    }
}

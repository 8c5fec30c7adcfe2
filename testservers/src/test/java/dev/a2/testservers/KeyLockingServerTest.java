package dev.a2.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.testservers.KeyLockingRules.Reach;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisDataException;

/** The rules of a server with key locks, by what it lets scripts do. */
final class KeyLockingServerTest {
    private static final String FLAGGED = "#!lua flags=allow-key-locking\n";

    @Test
    void flaggedScriptsReachWhatTheyMay() {
        try (KeyLockingServer declared = KeyLockingServer.start(RedisServer.Version.SEVEN, Reach.DECLARED);
                Jedis strict = new Jedis("127.0.0.1", declared.port())) {
            assertThat(strict.eval(FLAGGED + "return redis.call('SET', KEYS[1], 1)", 1, "{a}k"))
                    .isEqualTo("OK");
            refuses(strict, FLAGGED + "return redis.call('SET', KEYS[1] .. 'x', 1)");
            refuses(strict, FLAGGED + "return redis.pcall('MSET', KEYS[1], 1, KEYS[1] .. 'x', 1)");
            assertThat(strict.eval("return redis.call('SET', KEYS[1] .. 'x', 1)", 1, "{a}k"))
                    .as("without the flag")
                    .isEqualTo("OK");
        }
        try (KeyLockingServer tagged = KeyLockingServer.start(RedisServer.Version.SEVEN, Reach.HASH_TAG);
                Jedis jedis = new Jedis("127.0.0.1", tagged.port())) {
            assertThat(jedis.eval(FLAGGED + "return redis.call('SET', KEYS[1] .. 'x', 1)", 1, "{a}k"))
                    .isEqualTo("OK");
            refuses(jedis, FLAGGED + "return redis.call('DEL', KEYS[1], 'b')");
            refuses(jedis, FLAGGED + "return redis.call('GET', '{b}k')");
            refuses(jedis, FLAGGED + "return redis.pcall('PUBLISH', '{a}k', 'x')");
            refuses(jedis, "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('SET', KEYS[1], 1)");

            String digest = jedis.scriptLoad(FLAGGED + "return redis.call('GET', ARGV[1])");
            assertThatThrownBy(() -> jedis.evalsha(digest, 1, "{a}k", "b"))
                    .as("by its name too")
                    .isInstanceOf(JedisDataException.class)
                    .hasMessageContaining("not allowed");

            jedis.xadd("{a}log", new StreamEntryID(1), Map.of("a", "b"));
            assertThatThrownBy(() -> jedis.rename("{a}log", "{a}new")).hasMessageContaining("renamed");
            refuses(jedis, "return redis.call('RENAME', '{a}log', '{a}new')");
            assertThat(jedis.rename("{a}k" + "x", "{a}new")).isEqualTo("OK");
        }
    }

    private static void refuses(Jedis jedis, String script) {
        assertThatThrownBy(() -> jedis.eval(script, 1, "{a}k")).as(script).isInstanceOf(JedisDataException.class);
    }
}

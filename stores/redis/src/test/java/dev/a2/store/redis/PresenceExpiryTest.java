package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionStore;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** PRS-3: the server's own expiry of the key takes no value before its time. */
final class PresenceExpiryTest {
    @Test
    void keyLivesAsLongAsItsLongestValue() {
        try (RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(server.url()));
                Jedis jedis = server.jedis()) {
            for (int days : List.of(30, 365, 1)) {
                store.setPresence(update("field" + days, Duration.ofDays(days)));
            }
            store.setPresence(update("short", Duration.ofMillis(1)));

            String key = new Keys("a2").session("s").base() + "presence";
            assertThat(jedis.pttl(key)).isGreaterThan(Duration.ofDays(365).toMillis());
            assertThat(store.readPresence("s"))
                    .extracting(PresenceEntry::field)
                    .contains("field30", "field365", "field1");
        }
    }

    private static PresenceUpdate update(String field, Duration ttl) {
        return new PresenceUpdate("s", "ann", Map.of(field, Json.of("1")), 1, Instant.ofEpochMilli(5), ttl);
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.testservers.RedisServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** CLR-6 and CLR-7 where old lifetimes left much: piece by piece, and in the end nothing is there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SweepTest {
    private static final int MANY = 5_000;

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterAll
    void stop() {
        server.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("1"));
    }

    /** A session whose first lifetime, of which all events are gone, left so many things of each kind. */
    private void furnish(SessionStore store, String prefix) {
        String base = new Keys(prefix).session("s").base();
        Served served = Served.of(new ServedConsumer("g", new LogOptions("main", Set.of("t"), false)));
        store.append(AppendRequest.of("s", event("first")).serving(served));
        store.append(AppendRequest.of(
                "s",
                IntStream.range(0, 900)
                        .mapToObj(i -> event("e" + i).to(Target.each("w")))
                        .toArray(NewEvent[]::new)));
        store.clear(ClearRequest.of("s"));
        try (Jedis jedis = server.jedis()) {
            // As if the session were long: its marker lies at two millions.
            jedis.del(jedis.keys(prefix + ":{*}:id:*").toArray(String[]::new));
            jedis.del(base + "log");
            jedis.eval(
                    "redis.call('XADD', KEYS[1], '2000000-0', 'id', 'm', 'type', 'a2.clear', 'payload', 'null',"
                            + " 'created_at', '1', 'cause', '')",
                    1,
                    base + "log");
            jedis.mset(base + "count", "2000000", base + "clear", "2000000");
            Map<String, String> cursors = new HashMap<>();
            Map<String, String> rows = new HashMap<>();
            Map<String, String> pins = new HashMap<>();
            Map<String, Double> typed = new HashMap<>();
            for (int i = 1; i <= MANY; i++) {
                cursors.put("1:qLlane" + i + ":h", "");
                cursors.put("1:qLlane" + i + ":p", "" + i);
                cursors.put("1:qLlane" + i + ":t", "");
                rows.put("1999" + (100 + i % 900) + ":1:q" + i + "#:d", "1");
                pins.put("[\"" + base.replace("\"", "\\\"") + "snap-history:r\",\"" + i + "\"]", "1");
                typed.put("" + i, (double) i);
            }
            jedis.hset(base + "cursors", cursors);
            jedis.hset(base + "heads:1999", rows);
            jedis.hset(base + "pins", pins);
            jedis.zadd(base + "type:74", typed);
            for (int chunk = 0; chunk < 1_999; chunk++) {
                jedis.hset(base + "heads:" + chunk, chunk + "001:1:w#:d", "1");
            }
        }
    }

    @Test
    void sweepOfMuchIsManyShortScripts() {
        String prefix = "much";
        String base = new Keys(prefix).session("s").base();
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix(prefix));
                Watching watching = new Watching(server);
                Jedis jedis = server.jedis()) {
            furnish(store, prefix);

            List<Watching.Seen> seen =
                    watching.during(() -> assertThat(store.reclaim("s").done()).isTrue());

            assertThat(seen)
                    .as("calls on whole hashes")
                    .noneMatch(call -> Set.of("HGETALL", "HKEYS").contains(call.name()));
            assertThat(seen)
                    .as("calls with many arguments")
                    .allMatch(call -> call.words().size() < 3_010);
            assertThat(seen)
                    .filteredOn(call -> call.name().equals("ZREMRANGEBYRANK"))
                    .as("calls that delete many members")
                    .allMatch(call -> Integer.parseInt(call.words().get(3)) < 1_000);
            assertThat(seen.stream().filter(call -> !call.inside())).hasSizeBetween(4, 30);
            assertThat(jedis.keys("much:{*}:*"))
                    .containsExactlyInAnyOrder(base + "log", base + "clear", base + "cursors");
            assertThat(jedis.hgetAll(base + "cursors"))
                    .isEqualTo(Map.of("1:gGmain:h", "", "1:gGmain:p", "2000000", "1:gGmain:ty", "[\"t\"]"));
            assertThat(store.verify("s")).isEmpty();
        }
    }

    @Test
    void sweepUnderANewLifetimeLeavesThatAlone() {
        String prefix = "new";
        String base = new Keys(prefix).session("s").base();
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix(prefix));
                Jedis jedis = server.jedis()) {
            furnish(store, prefix);
            store.append(AppendRequest.of("s", event("n").to(Target.lane("q", "lane7"), Target.each("w"))));

            assertThat(store.reclaim("s").done()).isTrue();

            assertThat(jedis.hlen(base + "cursors")).as("a log and a lane").isEqualTo(6);
            assertThat(jedis.zcard(base + "type:74")).isEqualTo(1);
            assertThat(jedis.keys("new:{*}:heads:*")).isEmpty();
            assertThat(jedis.exists(base + "pins")).isFalse();
            assertThat(store.verify("s")).isEmpty();
        }
    }
}

package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Names of users as parts of keys (F19), and never of scripts or patterns (F72). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NamesTest {
    private static final String LETTERS = "{}:\"\\#LG0123 \u0000\n*?[]é\uD83D\uDE00'";
    private static final List<String> HOSTILE = List.of(
            "a'] .. redis.call('flushall') .. ['",
            "*",
            "[^a]",
            "\";--",
            "{x}",
            "a\u0000b",
            "]] redis.call('flushall') --[[",
            "%s",
            "*".repeat(1_000));

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final SessionStore store =
            RedisStore.open(RedisOptions.of(server.url()).lanes(1));

    @AfterAll
    void stop() {
        store.close();
        server.close();
    }

    private static List<String> randomNames(long seed, int count) {
        Random random = new Random(seed);
        int[] letters = LETTERS.codePoints().toArray();
        Set<String> names = new HashSet<>();
        while (names.size() < count) {
            StringBuilder name = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                name.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            names.add(name.toString());
        }
        return List.copyOf(names);
    }

    /** F19. */
    @Test
    void noTwoSessionsShareAKeyAndAllKeysOfOneShareASlot() {
        long seed = new Random().nextLong();
        List<String> names = randomNames(seed, 10_000);
        Set<String> all = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Keys.SessionKeys session = new Keys("a2").session(names.get(i));
            String other = names.get((i + 1) % names.size());
            Set<Integer> slots = new HashSet<>();
            for (String name : List.of("count", "heads:0", "id:" + other, "snap:" + other, "snap-history:" + other)) {
                byte[] key = session.of(name);
                slots.add(JedisClusterCRC16.getSlot(key));
                assertThat(all.add(new String(key, StandardCharsets.UTF_8)))
                        .as("seed %d: %s of %s", seed, name, session.sessionId())
                        .isTrue();
            }
            assertThat(slots).as("seed %d: %s", seed, session.sessionId()).hasSize(1);
        }
    }

    /** F19: consumers, lanes and logs inside of a key. */
    @Test
    void noTwoCursorsOrRowsShareAName() {
        long seed = new Random().nextLong();
        List<String> names = new ArrayList<>(randomNames(seed, 150));
        names.add("");
        Set<String> all = new HashSet<>();
        for (String consumer : names.subList(0, 150)) {
            assertThat(all.add(Keys.row(consumer, null))).as("seed %d", seed).isTrue();
            for (String lane : names) {
                assertThat(all.add(Keys.row(consumer, lane)))
                        .as("seed %d", seed)
                        .isTrue();
                assertThat(all.add(Keys.log(consumer, lane)))
                        .as("seed %d", seed)
                        .isTrue();
            }
        }
    }

    /** F72: whatever the names are, the server sees our scripts and our patterns only, and other sessions stay as they are. */
    @Test
    void namesNeverBecomePartsOfScriptsOrPatterns() {
        store.append(AppendRequest.of("bystander", NewEvent.of("a", "t", Json.NULL)));
        Set<String> texts = new TreeSet<>();
        Set<String> patterns = new TreeSet<>();
        try (Watching watching = new Watching(server)) {
            for (Watching.Seen seen : watching.during(() -> HOSTILE.forEach(this::live))) {
                if (seen.name().equals("EVAL") || seen.name().equals("EVALSHA")) {
                    texts.add(seen.key());
                } else if (seen.name().equals("SCAN")) {
                    patterns.add(String.join(
                            " ", seen.words().subList(2, seen.words().size())));
                }
                assertThat(seen.name()).isNotIn("KEYS", "PSUBSCRIBE", "FLUSHALL", "FLUSHDB");
            }
        }
        try (Jedis jedis = server.jedis()) {
            String cached = jedis.info("memory")
                    .lines()
                    .filter(line -> line.startsWith("number_of_cached_scripts:"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Integer.parseInt(cached.substring(cached.indexOf(':') + 1)))
                    .as("scripts that the server knows")
                    .isBetween(10, Script.values().length);
        }
        assertThat(texts).hasSizeLessThanOrEqualTo(2 * Script.values().length);
        assertThat(patterns).hasSize(1);
        assertThat(store.read("bystander", 0, null)).hasSize(1);
        assertThat(store.sessions(null, 100).sessions()).hasSize(HOSTILE.size() + 1);
    }

    /** What a session of this name goes through; everything else in it has the name too. */
    private void live(String name) {
        Served log = Served.of(ServedConsumer.log(name, new LogOptions(name, Set.of(name), true)));
        NewEvent event = NewEvent.of(name, name, Json.string(name)).to(each(name), lane(name, name + "2"));
        store.append(AppendRequest.of(name, event).serving(log));
        store.append(AppendRequest.of(name, NewEvent.of("2", name, Json.NULL), NewEvent.of("3", name, Json.NULL)));
        store.putSnapshots(name, name, List.of(new SnapshotWrite(1, Json.of("1"), Set.of())));
        store.setPresence(new PresenceUpdate(
                name, name, Map.of(name, Json.of("1")), 1, Instant.ofEpochMilli(1), Duration.ofHours(1)));
        ClaimResult.Claimed claimed = (ClaimResult.Claimed)
                store.claimAvailable(ClaimRequest.of(name, name, When.after(Duration.ofMinutes(1))));
        List<Head> heads = claimed.heads();
        store.failAttempt(new FailRequest(name, heads.get(0).attempt(), name, 1, null));
        store.redrive(RedriveRequest.of(name, name, 1, RedriveRequest.Action.SKIP));
        store.completeAttempt(CompleteRequest.of(name, heads.get(1).attempt(), NewEvent.of("r", name, Json.NULL)));
        store.refreshWork(name, Set.of(name));
        assertThat(store.read(name, 0, null)).hasSize(4);
        assertThat(store.verify(name)).isEmpty();
        assertThat(store.sessions(null, 100).sessions()).isNotEmpty();
        store.clear(ClearRequest.of(name));
    }
}

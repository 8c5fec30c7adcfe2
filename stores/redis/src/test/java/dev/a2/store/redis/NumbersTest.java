package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** F53: Lua's numbers are doubles, and it shows large ones with an exponent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NumbersTest {
    private static final Served LOG = Served.of(ServedConsumer.log("g", new LogOptions("main", Set.of("t"), false)));

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    private final SessionStore store =
            RedisStore.open(RedisOptions.of(server.url()).clock(() -> Instant.ofEpochMilli(now.get())));

    @AfterAll
    void stop() {
        store.close();
        server.close();
    }

    /** As if so many events had been there before. */
    private void setFrontier(String session, long frontier) {
        Keys.SessionKeys keys = new Keys("a2").session(session);
        try (Jedis jedis = server.jedis()) {
            jedis.set(keys.count(), Command.bytes("" + frontier));
        }
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    @ParameterizedTest
    @ValueSource(longs = {999_999, 2_147_483_646L, 4_294_967_295L, 9_999_999_999_999L, 99_999_999_999_900L})
    void indexesOfAnySizeSurviveEveryOperation(long frontier) {
        String session = "s" + frontier;
        setFrontier(session, frontier - 1);
        assertThat(store.clear(ClearRequest.of(session)).index()).isEqualTo(frontier);

        store.append(AppendRequest.of(session, event("a").to(each("w"), lane("q", "x")))
                .serving(LOG));
        store.append(AppendRequest.of(session, event("b").to(each("w"), lane("q", "x")), event("c"))
                .serving(LOG));
        store.putSnapshots(session, "r", List.of(new SnapshotWrite(frontier + 2, Json.of("1"), Set.of())));

        List<Head> heads = claim(session);
        assertThat(heads).extracting(head -> head.event().index()).contains(frontier + 1, frontier + 2);
        heads.forEach(head -> store.completeAttempt(CompleteRequest.of(session, head.attempt())));
        claim(session)
                .forEach(head -> store.completeAttempt(
                        CompleteRequest.of(session, head.attempt(), event("r" + head.consumer()))));
        assertThat(store.read(session, frontier, null))
                .extracting(Event::index)
                .startsWith(frontier + 1, frontier + 2, frontier + 3, frontier + 4);
        assertThat(store.verify(session)).isEmpty();
    }

    private List<Head> claim(String session) {
        ClaimResult result = store.claimAvailable(ClaimRequest.of(session, "h", When.after(Duration.ofMinutes(1))));
        return ((ClaimResult.Claimed) result).heads();
    }

    /** Beyond 10^14 events, which no session has, Lua would write indexes with an exponent. */
    @Test
    void sessionTooLongForLuaIsLeftAsItIs() {
        setFrontier("full", 100_000_000_000_000L);
        Map<String, String> before = keys();

        StoreException e = catchThrowableOfType(
                StoreException.class,
                () -> store.append(AppendRequest.of("full", event("a").to(each("w")))));

        assertThat(e).isNotNull();
        assertThat(keys()).isEqualTo(before);
    }

    private Map<String, String> keys() {
        Map<String, String> keys = new TreeMap<>();
        try (Jedis jedis = server.jedis()) {
            jedis.keys("a2:{\"full\"}:*").forEach(key -> keys.put(key, Arrays.toString(jedis.dump(key))));
        }
        return keys;
    }

    /** To the last millisecond of the year 9999, and beyond what a double's fifteen digits hold. */
    @ParameterizedTest
    @ValueSource(longs = {99_999_999_999_999L, 253_402_300_799_999L, 999_999_999_999_999L, 9_007_199_254_740_991L})
    void momentsOfAnySizeSurvive(long ms) {
        Instant far = Instant.ofEpochMilli(ms);
        String session = "m" + ms;
        store.append(AppendRequest.of(
                session,
                event("held").to(new Target("later", null, When.at(far))),
                event("a").to(each("w"))));

        ClaimResult.Claimed claimed = (ClaimResult.Claimed)
                store.claimAvailable(ClaimRequest.of(session, "h", When.at(far)).serving(Served.named("w")));

        assertThat(claimed.heads().get(0).dispatch().claimExpiresAt()).isEqualTo(far);
        ClaimResult.Busy busy = (ClaimResult.Busy)
                store.claimAvailable(ClaimRequest.of(session, "h2", When.after(Duration.ofMinutes(1))));
        assertThat(busy.retryAt()).isEqualTo(far);
        assertThat(store.verify(session)).isEmpty();
    }
}

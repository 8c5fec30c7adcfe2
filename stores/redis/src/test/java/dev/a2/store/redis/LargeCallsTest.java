package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.Limits;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** F09: calls as large as they may be, where Lua's stack holds some 8,000 values, and sessions of any length. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LargeCallsTest {
    private static final When SOON = When.after(Duration.ofMinutes(1));
    /** More than Lua can unpack. */
    private static final int MANY = 9_000;

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes");
    private final SessionStore store =
            RedisStore.open(RedisOptions.of(server.url()).lanes(1));

    @AfterAll
    void stop() {
        store.close();
        server.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    private static NewEvent[] events(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> event("e" + i))
                .toArray(NewEvent[]::new);
    }

    @Test
    void batchAboveTheLimitIsRefusedBeforeAnythingIsWritten() {
        AppendRequest tooMany = AppendRequest.of("over", events(0, Limits.DEFAULTS.batchEvents() + 1));

        assertThatThrownBy(() -> store.append(tooMany))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThat(store.bounds("over").frontier()).isZero();
    }

    /** Each event with targets of each kind, all of them claimed, renewed, released and completed at once. */
    @Test
    void largestBatchGoesThroughEveryOperation() {
        NewEvent[] events = IntStream.range(0, Limits.DEFAULTS.batchEvents())
                .mapToObj(i -> event("e" + i).to(each("w"), each("x"), lane("q", "l" + i), lane("one", "lane")))
                .toArray(NewEvent[]::new);
        Served log = Served.of(ServedConsumer.log("g", new LogOptions("main", Set.of("t"), true)));

        store.append(AppendRequest.of("batch", events).serving(log));

        List<Head> heads = claimed("batch");
        assertThat(heads).hasSize(3 * events.length + 2);
        store.renewClaims(
                new RenewRequest("batch", "h", heads.stream().map(Head::attempt).toList(), SOON));
        store.releaseClaims(new ReleaseRequest(
                "batch", "h", heads.stream().map(Head::attempt).toList()));
        Head head = claimed("batch").get(0);
        NewEvent[] returned = IntStream.range(0, Limits.DEFAULTS.batchEvents())
                .mapToObj(i -> event("r" + i).to(each("w"), lane("q", "l" + i)))
                .toArray(NewEvent[]::new);
        assertThat(store.completeAttempt(CompleteRequest.of("batch", head.attempt(), returned)))
                .isInstanceOf(CompleteResult.Completed.class);
        assertThat(store.verify("batch")).isEmpty();
    }

    private List<Head> claimed(String session) {
        return ((ClaimResult.Claimed) store.claimAvailable(ClaimRequest.of(session, "h", SOON))).heads();
    }

    @Test
    void oneEventMayHaveManyTargets() {
        Target[] targets = IntStream.range(0, MANY).mapToObj(i -> each("w" + i)).toArray(Target[]::new);

        store.append(AppendRequest.of("targets", event("a").to(targets)));

        assertThat(claimed("targets")).hasSize(MANY);
    }

    @Test
    void logMayTakeManyTypes() {
        Set<String> types = IntStream.range(0, MANY).mapToObj(i -> "t" + i).collect(Collectors.toSet());
        store.append(AppendRequest.of("types", NewEvent.of("a", "t7", Json.NULL)));

        assertThat(store.wakeLog(new WakeLogRequest("types", "g", new LogOptions("", types, true)))
                        .cursor()
                        .head())
                .isNotNull();
    }

    /** A long session is given back page by page; what a crash interrupts goes on where it stood. */
    @Test
    void longSessionIsReclaimedInPagesAlsoAfterACrash() {
        int length = 5_000;
        for (int first = 0; first < length; first += 1_000) {
            store.append(AppendRequest.of("long", events(first, 1_000)));
        }
        store.clear(ClearRequest.of("long"));
        assertThat(store.reclaim("long").done()).isFalse();
        long left = entries("long");
        assertThat(length - left).as("events of one call").isBetween(0L, 1_000L);

        server.kill();
        server.again();

        Eventually.holds("it is reclaimed", this::isReclaimed);
        store.append(AppendRequest.of("long", event("new")));
        assertThat(store.read("long", 0, null)).extracting(Event::index).containsExactly(length + 1L, length + 2L);
        assertThat(store.verify("long")).isEmpty();
    }

    private boolean isReclaimed() {
        try {
            return store.reclaim("long").done();
        } catch (StoreException e) {
            return false;
        }
    }

    private long entries(String session) {
        try (Jedis jedis = server.jedis()) {
            return jedis.xlen(new Keys("a2").session(session).log());
        }
    }
}

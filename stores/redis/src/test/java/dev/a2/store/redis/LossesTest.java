package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Loss;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** F13: a replica that lacks acknowledged events takes over, behind one address. */
final class LossesTest {
    private final RedisServer primary = RedisServer.start(Version.SEVEN);
    private final RedisServer replica = RedisServer.replicaOf(primary);
    private final Proxy proxy = new Proxy(primary.port());
    private final SessionStore store =
            RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()).lanes(1));

    @AfterEach
    void stop() {
        replica.signal("CONT");
        store.close();
        proxy.close();
        replica.close();
        primary.close();
    }

    private void append(String session, String id) {
        // It gives no work: a hint about some would come when it likes, and find the broken connection.
        store.append(AppendRequest.of(session, NewEvent.of(id, "t", Json.NULL)));
    }

    private void awaitReplica() {
        try (Jedis jedis = primary.jedis()) {
            jedis.ping(); // a connection waits for what was written before its last command
            Eventually.holds("the replica has all", () -> jedis.waitReplicas(1, 100) == 1);
        }
    }

    /** From now on the replica gets nothing, not even what the wire still holds. */
    private void cutOff() throws Exception {
        replica.signal("STOP");
        try (Jedis jedis = primary.jedis()) {
            jedis.sendCommand(() -> Command.bytes("CLIENT"), "KILL", "TYPE", "replica");
        }
    }

    /** The replica takes over with what it has; what the primary says is lost. */
    private void failOver() throws Exception {
        primary.kill();
        replica.signal("CONT");
        try (Jedis jedis = replica.jedis()) {
            jedis.replicaofNoOne();
        }
        proxy.to(replica.port());
        assertThat(failure(() -> store.bounds("unknown"))).hasMessageContaining("no answer came");
    }

    private StoreException failure(Runnable call) {
        StoreException e = catchThrowableOfType(StoreException.class, call::run);
        assertThat(e).isNotNull();
        return e;
    }

    @Test
    void nextCallSaysOnceWhatIsLostAndThenTheSessionIsServed() throws Exception {
        append("s", "a");
        append("s", "b");
        append("whole", "a");
        awaitReplica();
        cutOff();
        append("s", "c");

        failOver();
        Warnings warnings = new Warnings(Losses.class);

        StoreException e = failure(() -> store.readFeedPage("s", 3));
        warnings.close();
        assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(e.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(warnings.heard()).singleElement().asString().contains("session \"s\"", "index 3", "index 2");
        assertThat(e)
                .hasMessageContaining("session \"s\"")
                .hasMessageContaining("index 3")
                .hasMessageContaining("ends at index 2");
        assertThat(store.readFeedPage("s", 0)).extracting(Event::id).containsExactly("a", "b");
        append("s", "d");
        assertThat(store.bounds("s").frontier()).isEqualTo(3);
        assertThat(store.read("whole", 0, null)).as("it lost nothing").hasSize(1);
    }

    @Test
    void otherEventAtTheSameIndexIsALossToo() throws Exception {
        append("s", "a");
        awaitReplica();
        cutOff();
        append("s", "b");

        failOver();
        try (SessionStore other = RedisStore.open(RedisOptions.of(replica.url()))) {
            other.append(AppendRequest.of("s", NewEvent.of("x", "t", Json.NULL)));
            other.append(AppendRequest.of("s", NewEvent.of("y", "t", Json.NULL)));
        }

        assertThat(failure(() -> append("s", "c")))
                .hasMessageContaining("has another there")
                .hasMessageContaining("index 3");
        append("s", "c");
        assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("a", "x", "y", "c");
    }

    @Test
    void whatWasOnlyReadIsRemembered() throws Exception {
        try (SessionStore writer = RedisStore.open(primary.url())) {
            writer.append(AppendRequest.of("s", NewEvent.of("a", "t", Json.NULL)));
            awaitReplica();
            cutOff();
            writer.append(AppendRequest.of("s", NewEvent.of("b", "t", Json.NULL)));
        }
        assertThat(store.readFeedPage("s", 0)).hasSize(2);

        failOver();

        assertThat(failure(() -> store.readFeedPage("s", 2))).hasMessageContaining("ends at index 1");
    }

    /** Before anybody is served the new history, everybody is told that the old one is gone; wake-ups carry none of it. */
    @Test
    void listenersAreToldBeforeTheyHearOfAnotherHistory() throws Exception {
        append("s", "a");
        awaitReplica();
        List<Wakeup> wakeups = new CopyOnWriteArrayList<>();
        List<Loss> told = new CopyOnWriteArrayList<>();
        AtomicInteger gaps = new AtomicInteger();
        Subscription losses = store.subscribeLosses(told::add);
        Subscription subscription = store.subscribe("s", new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                wakeups.add(wakeup);
            }

            @Override
            public void onGap() {
                gaps.incrementAndGet();
            }
        });
        Eventually.holds("listening", () -> gaps.get() > 0);
        cutOff();
        append("s", "b");
        Eventually.holds("a wake-up", () -> !wakeups.isEmpty());
        int before = gaps.get();
        proxy.cut();
        failOver();
        Eventually.holds("listening again", () -> gaps.get() > before);
        wakeups.clear();

        try (SessionStore other = RedisStore.open(replica.url())) {
            for (String id : List.of("x", "y", "z")) {
                other.append(AppendRequest.of("s", NewEvent.of(id, "t", Json.NULL)));
            }
            Eventually.holds("wake-ups of another history", () -> wakeups.size() == 3);
            assertThat(wakeups).allMatch(wakeup -> wakeup.events().isEmpty());
            assertThat(told).isEmpty();

            assertThat(failure(() -> store.readFeedPage("s", 2))).hasMessageContaining("has another there");
            assertThat(told).extracting(Loss::sessionId, Loss::lastIndex).containsExactly(tuple("s", 4L));

            assertThat(store.readFeedPage("s", 0)).hasSize(4);
            other.append(AppendRequest.of("s", NewEvent.of("c", "t", Json.NULL)));
            Eventually.holds("a wake-up that can be believed", () -> wakeups.size() == 4);
            assertThat(wakeups.get(3).events()).extracting(Event::id).containsExactly("c");
        }
        subscription.close();
        losses.close();
    }

    @Test
    void answerOfAnOlderFrontierGivesItAwayWithoutABrokenConnection() {
        append("s", "a");
        append("s", "b");
        append("t", "a");
        append("t", "b");
        try (Jedis jedis = primary.jedis()) {
            jedis.flushAll();
        }

        StoreException e = failure(() -> append("s", "c"));
        assertThat(e.effect()).isEqualTo(Effect.UNKNOWN);
        append("s", "c");
        assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("c");
        assertThat(failure(() -> store.bounds("t"))).hasMessageContaining("ends at index 0");
        assertThat(store.bounds("t").frontier()).isZero();
    }

    @Test
    void repeatedAppendsClearsAndBrokenConnectionsAreNoLoss() {
        for (String id : new String[] {"a", "b", "c", "a", "b"}) {
            append("s", id);
        }
        store.clear(ClearRequest.of("s"));
        Eventually.holds("it is reclaimed", () -> store.reclaim("s").done());
        proxy.cut();
        failure(() -> store.bounds("s"));
        assertThat(store.bounds("s").frontier()).isEqualTo(4);
        append("s", "d");
        proxy.cut();
        failure(() -> append("s", "e"));
        append("s", "e");
        assertThat(store.bounds("s").frontier()).isEqualTo(6);
    }

    @Test
    void whatIsRememberedIsBounded() {
        Acknowledged acknowledged = new Acknowledged();
        for (int i = 0; i < 100_000; i++) {
            acknowledged.add("s" + i, new Acknowledged.Seen(1, "e", 0));
        }

        assertThat(acknowledged.size()).isBetween(10_000, 17_000);
    }
}

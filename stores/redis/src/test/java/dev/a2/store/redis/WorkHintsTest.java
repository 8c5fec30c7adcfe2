package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Hints about work between processes, each with a store of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkHintsTest {
    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterAll
    void stop() {
        server.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("1"));
    }

    private static AppendRequest work(String id) {
        return AppendRequest.of("s", event(id).to(Target.each("w")));
    }

    @Test
    void ownWorkIsHintedOnceAndThatOfOthersToo() {
        RedisOptions options = RedisOptions.of(server.url()).prefix("once");
        AtomicInteger hints = new AtomicInteger();
        AtomicInteger gaps = new AtomicInteger();
        AtomicLong frontier = new AtomicLong();
        try (SessionStore mine = RedisStore.open(options);
                SessionStore other = RedisStore.open(options);
                Subscription work = mine.subscribeWork(hints::incrementAndGet);
                Subscription events = mine.subscribe("s", new Wakeups.Listener() {
                    @Override
                    public void onWakeup(Wakeup wakeup) {
                        frontier.set(wakeup.frontier());
                    }

                    @Override
                    public void onGap() {
                        gaps.incrementAndGet();
                    }
                })) {
            Eventually.holds("listening", () -> hints.get() > 0 && gaps.get() > 0);
            other.append(AppendRequest.of("s", event("a")));
            Eventually.holds("all that came of listening", () -> frontier.get() == 1);
            int before = hints.get();
            mine.append(work("b"));
            Eventually.holds("a hint from here", () -> hints.get() == before + 1);
            Eventually.holds("a message about it", () -> frontier.get() == 2);
            other.append(work("c"));
            Eventually.holds("a hint from there", () -> hints.get() > before + 1);

            other.append(AppendRequest.of("s", event("d")));

            Eventually.holds("whatever was said before", () -> frontier.get() == 4);
            assertThat(hints).hasValue(before + 2);
        }
    }

    private boolean isListeningBroken() {
        try (Jedis jedis = server.jedis()) {
            return jedis.clientKill(new ClientKillParams().type(ClientType.PUBSUB)) > 0;
        }
    }

    /** However many give work, so many milliseconds take so many messages at most. */
    @Test
    void manyOperationsShareFewMessages() {
        try (SessionStore store = RedisStore.open(
                        RedisOptions.of(server.url()).prefix("many").source("me"));
                Watching watching = new Watching(server)) {
            long start = System.nanoTime();
            List<Watching.Seen> seen = watching.during(() -> {
                for (int i = 0; i < 500; i++) {
                    store.append(work("e" + i));
                }
            });
            long elapsedMs = (System.nanoTime() - start) / 1_000_000;

            assertThat(seen)
                    .filteredOn(call -> call.key().equals("many:x:work"))
                    .hasSizeBetween(1, (int) Math.min(499, elapsedMs / 5 + 2))
                    .allMatch(call -> call.words().equals(List.of("PUBLISH", "many:x:work", "me")));
        }
    }

    @Test
    void hintsThatABrokenConnectionSwallowedAreMadeUpFor() {
        AtomicInteger hints = new AtomicInteger();
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()).prefix("broken"));
                Subscription subscription = store.subscribeWork(hints::incrementAndGet)) {
            Eventually.holds("listening", () -> hints.get() > 0);

            // Listening may be told twice.
            for (int i = 0; i < 2; i++) {
                int before = hints.get();
                Eventually.holds("a connection to break", this::isListeningBroken);
                Eventually.holds("a hint about what was missed", () -> hints.get() > before);
            }
        }
    }
}

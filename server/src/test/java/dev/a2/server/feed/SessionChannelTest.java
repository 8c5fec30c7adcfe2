package dev.a2.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2Options;
import dev.a2.codec.Json;
import dev.a2.server.engine.Engine;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionChannelTest {
    private final SessionStore store = MemoryStore.open();
    private final Engine engine = new Engine(store, null, A2Options.defaults());
    private final Feeds feeds =
            new Feeds(engine, new Feeds.Settings(Duration.ofSeconds(15), 10, 10, 1 << 20), new Metrics());
    private final SessionChannel channel = new SessionChannel(feeds, "s", 1 << 20);
    private final Subscriber subscriber = new Subscriber(0, null);

    @AfterEach
    void close() {
        channel.close();
        feeds.close();
        engine.close();
        store.close();
    }

    private List<Event> append(int events, int bytes) {
        List<Event> all = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            NewEvent event = NewEvent.of(null, "t", Json.string("x".repeat(bytes)));
            all.addAll(store.append(AppendRequest.of("s", event)).events());
        }
        return all;
    }

    private List<Long> takeAll(long through) {
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 1_000 && subscriber.position < through; i++) {
            channel.take(subscriber).forEach(frame -> taken.add(frame.index()));
        }
        return taken;
    }

    /** The log was not followed for a while: what came meanwhile is not in the buffer. */
    @Test
    void followingAgainLeavesNoGapForWhoIsInTheMiddleOfTheBuffer() {
        channel.join(subscriber);
        append(2, 1).forEach(channel::onNext);
        append(2, 1);

        channel.follow();
        append(1, 1);

        assertThat(takeAll(5)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void liveFramesAreHandedOutInPartsInOrder() {
        channel.join(subscriber);
        append(12, 50_000).forEach(channel::onNext);

        assertThat(channel.take(subscriber)).hasSize(2);
        assertThat(channel.isCaughtUp(subscriber)).isFalse();
        assertThat(takeAll(12)).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
        assertThat(channel.isCaughtUp(subscriber)).isTrue();
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Streams of server-sent events that break, fall silent, or are too many: who looks when it is told misses nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestListenersTest {
    private final RestBridge bridge = RestBridge.start(Reach.HASH_TAG);
    private final SessionStore near = RedisStore.open(RedisOptions.of(bridge.url()));

    @AfterAll
    void stop() {
        near.close();
        bridge.close();
    }

    private static final class Heard implements Wakeups.Listener {
        final AtomicInteger gaps = new AtomicInteger();
        final List<Wakeup> wakeups = new CopyOnWriteArrayList<>();

        @Override
        public void onWakeup(Wakeup wakeup) {
            wakeups.add(wakeup);
        }

        @Override
        public void onGap() {
            gaps.incrementAndGet();
        }

        void isTold(String what, int least) {
            Eventually.holds(what, () -> gaps.get() >= least);
        }
    }

    private SessionStore open(int streams, Duration silence) {
        RedisOptions.Rest rest = RedisOptions.Rest.of(bridge.address(), RestBridge.TOKEN);
        return RedisStore.open(
                RedisOptions.of(bridge.url()).rest(rest.streams(streams).silence(silence)));
    }

    private void append(String session, String id, String payload) {
        near.append(AppendRequest.of(session, NewEvent.of(id, "t", Json.of(payload))));
    }

    @Test
    void messagesComeToTheByteAlsoWithLineFeedsAndOddNames() {
        String session = "lines/ ä\u0000\n{,\uD83D\uDE00";
        String payload = "{\n\"a\" :\n\n1,\r\n\"data: message,\":\"\uD83D\uDE00\"}";
        Heard heard = new Heard();
        try (SessionStore far = open(2, Duration.ofMinutes(1));
                Subscription listening = far.subscribe(session, heard)) {
            heard.isTold("it begins", 1);

            append(session, "a", "[1,\n2]");
            append(session, "b", payload);

            Eventually.holds("both came", () -> heard.wakeups.size() == 2);
            assertThat(heard.wakeups.get(0).events())
                    .extracting(Event::payload)
                    .extracting(Json::text)
                    .containsExactly("[1,\n2]");
            assertThat(near.read(session, 1, null))
                    .extracting(event -> event.payload().text())
                    .containsExactly(payload);
            assertThat(listening).isNotNull();
        }
    }

    /** F21. */
    @Test
    void streamsThatBreakComeBackAndTellOfAGap() {
        Heard heard = new Heard();
        try (SessionStore far = open(2, Duration.ofMinutes(1));
                Subscription listening = far.subscribe("broken", heard)) {
            heard.isTold("it begins", 1);

            for (int i = 1; i <= 3; i++) {
                int before = heard.gaps.get();
                bridge.cutStreams();
                append("broken", "e" + i, "1");
                heard.isTold("it is told", before + 1);
            }
            Eventually.holds("messages come again", () -> {
                append("broken", "n" + System.nanoTime(), "1");
                return !heard.wakeups.isEmpty();
            });
            assertThat(listening).isNotNull();
        }
    }

    /** F24. */
    @Test
    void streamsThatAreSilentAreReplaced() {
        Heard heard = new Heard();
        try (SessionStore far = open(2, Duration.ofMillis(300));
                Subscription listening = far.subscribe("silent", heard)) {
            heard.isTold("it begins", 1);
            bridge.muteStreams();

            heard.isTold("it begins anew", 2);
            Eventually.holds("messages come again", () -> {
                append("silent", "n" + System.nanoTime(), "1");
                return !heard.wakeups.isEmpty();
            });
            assertThat(listening).isNotNull();
        }
    }

    @Test
    void channelsBeyondTheLimitWaitForAStreamAndTheLogSaysSoOnce() {
        Heard first = new Heard();
        Heard second = new Heard();
        Heard third = new Heard();
        try (Warnings warnings = new Warnings(RestEar.class);
                SessionStore far = open(1, Duration.ofMinutes(1))) {
            Subscription one = far.subscribe("one", first);
            first.isTold("it begins", 1);
            Subscription two = far.subscribe("two", second);
            Subscription three = far.subscribe("three", third);
            second.isTold("it looks at least", 1);
            third.isTold("it looks at least", 1);
            one.close();

            Eventually.holds("one of both has the stream", () -> second.gaps.get() + third.gaps.get() > 2);
            assertThat(warnings.heard()).hasSize(1).first().asString().contains("streams=N");
            two.close();
            three.close();
        }
    }

    @Test
    void serverWhereNobodyCanListenIsLookedAt() {
        bridge.deaf(true);
        Heard heard = new Heard();
        try (SessionStore far = open(2, Duration.ofMinutes(1));
                Subscription listening = far.subscribe("deaf", heard)) {
            heard.isTold("it looks by itself", 3);
            bridge.deaf(false);
            Eventually.holds("messages come", () -> {
                append("deaf", "n" + System.nanoTime(), "1");
                return !heard.wakeups.isEmpty();
            });
            assertThat(listening).isNotNull();
        } finally {
            bridge.deaf(false);
        }
    }
}

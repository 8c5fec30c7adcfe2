package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.withoutId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** CLK: time and ids come from outside. */
public interface ClockRules extends StoreRules {
    @Test
    @Rule("CLK-1")
    default void claimLapsesByTheInjectedClockToTheMillisecond() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();

        s.advanceMs(999);
        assertThat(s.busyUntil()).isEqualTo(s.in(1));
        s.advanceMs(1);
        assertThat(s.claimOne("h2").dispatch().attemptCount()).isEqualTo(2);
    }

    @Test
    @Rule("CLK-1")
    default void retryHoldEndsByTheInjectedClockToTheMillisecond() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.fail(s.claimOne(), 9, When.at(s.in(86_400_000)));

        s.advanceMs(86_399_999);
        assertThat(s.busyUntil()).isEqualTo(s.in(1));
        s.advanceMs(1);
        s.claimOne();
    }

    @Test
    @Rule("CLK-1")
    default void presenceExpiresByTheInjectedClock() {
        Scene s = scene();
        s.store()
                .setPresence(new PresenceUpdate(
                        s.session(), "p", Map.of("f", Json.of("1")), 0, s.now(), Duration.ofDays(365)));

        s.clock().advance(Duration.ofDays(365).minusMillis(1));
        assertThat(s.store().readPresence(s.session())).hasSize(1);
        s.advanceMs(1);
        assertThat(s.store().readPresence(s.session())).isEmpty();
    }

    @Test
    @Rule("CLK-1")
    default void timeStandsStillWhileTheClockDoes() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimed(s.asking("h1").through(1L)).get(0);

        assertThat(head.dispatch().claimExpiresAt()).isEqualTo(TestClock.START.plus(Given.LEASE));
        assertThat(s.busyUntil()).isEqualTo(TestClock.START.plus(Given.LEASE));
    }

    @Test
    @Rule("CLK-1")
    default void timesFarAwayAreKeptToTheMillisecond() {
        Scene s = scene();
        for (long ms : new long[] {0, 1, 999, 4_102_444_800_123L, 253_402_300_799_999L}) {
            s.clock().set(Instant.ofEpochMilli(ms));
            s.append(event("at " + ms).to(each("w")));
            Head head = s.claimed().get(0);
            assertThat(head.event().createdAt()).isEqualTo(Instant.ofEpochMilli(ms));
            assertThat(head.dispatch().firstClaimedAt()).isEqualTo(Instant.ofEpochMilli(ms));
            s.completed(head);
        }
    }

    @Test
    @Rule({"CLK-1", "APP-1"})
    default void generatedIdsComeFromTheIdSource() {
        Scene s = scene();

        List<Event> events = s.append(withoutId(), withoutId()).events();

        assertThat(events).extracting(Event::id).allMatch(id -> id.matches("g\\d+"), "drawn from the kit's id source");
    }

    @Test
    @Rule("CLK-3")
    default void allEventsOfOneBatchHaveOneTime() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"), event("c"));
        s.advanceMs(77);
        s.completed(s.claimOne(), event("d"), event("e"));

        assertThat(s.read())
                .extracting(Event::createdAt)
                .containsExactly(TestClock.START, TestClock.START, TestClock.START, s.now(), s.now());
    }
}

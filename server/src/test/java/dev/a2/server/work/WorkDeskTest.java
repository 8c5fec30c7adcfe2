package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2Options;
import dev.a2.ManualPlatform;
import dev.a2.codec.Json;
import dev.a2.server.engine.Engine;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the desk looks for work, on a clock that only waiting moves. */
class WorkDeskTest {
    private static final ServedConsumer MAILER = ServedConsumer.of("mailer");
    private static final ServedConsumer AUDIT = ServedConsumer.log("audit", new LogOptions("", Set.of("did"), true));

    private final ManualPlatform platform = new ManualPlatform();
    private Duration storeAhead = Duration.ZERO;
    private final CountingStore counts = new CountingStore(MemoryStore.open(MemoryStore.Options.defaults()
            .clock(() -> platform.clock().instant().plus(storeAhead))
            .delivery(Runnable::run)));
    private final SessionStore store = counts.store();
    private final Engine engine = new Engine(store, null, A2Options.defaults().platform(platform));
    private final WorkDesk desk = new WorkDesk(engine, new Metrics(), 10);

    @AfterEach
    void close() {
        desk.close();
        engine.close();
        store.close();
    }

    @Test
    void whatIsThereIsClaimedWithoutWaiting() {
        append("s1", MAILER);
        append("s2", MAILER);
        Instant start = now();

        assertThat(claim(MAILER, Duration.ZERO)).hasSize(2);
        assertThat(now()).isEqualTo(start);
        assertThat(claim(MAILER, Duration.ZERO)).isEmpty();
        assertThat(now()).isEqualTo(start);
    }

    /** WRK-2: somebody took the session's mark, and died before it claimed. */
    @Test
    void aTakerThatDiesDelaysASessionByItsLease() {
        append("s", MAILER);
        store.takeWork(new TakeWorkRequest(0, Set.of("mailer"), 10, Duration.ofSeconds(3)));
        Instant start = now();

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_100));
    }

    @Test
    void aClaimThatLapsesIsTakenOverWhenItDoes() {
        append("s", MAILER);
        store.claimAvailable(ClaimRequest.of("s", "dead", When.after(Duration.ofSeconds(7))));
        Instant start = now();

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7_100));
    }

    @Test
    void aRetryIsTakenWhenItIsDue() {
        append("s", MAILER);
        Head failed = claim(MAILER, Duration.ZERO).get(0);
        store.failAttempt(new FailRequest("s", failed.attempt(), "broken", 8, When.after(Duration.ofMillis(4_321))));
        Instant start = now();

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isBetween(Duration.ofMillis(4_321), Duration.ofMillis(4_421));
    }

    @Test
    void whatComesInByHttpIsHandedOutAtOnce() {
        Instant start = now();
        platform.after(Duration.ofMillis(2_300), "append", () -> engine.append("s", List.of(event(MAILER)), null));

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isEqualTo(Duration.ofMillis(2_300));
    }

    /** The first hint after a while is followed soon, later ones that lead nowhere less so. */
    @Test
    void aHintOfTheStoreIsFollowedSoonerThanTheNextRound() {
        Instant start = now();
        platform.after(Duration.ofMillis(2_300), "append", () -> append("s", MAILER));

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isBetween(Duration.ofMillis(2_300), Duration.ofMillis(2_325));
    }

    /** Two clocks meet where the store has one of its own: rounds that come too early must not become a storm. */
    @ParameterizedTest
    @ValueSource(longs = {-5_000, 0, 5_000})
    void whoWaitsLooksAboutOnceASecond(long aheadMs) {
        storeAhead = Duration.ofMillis(aheadMs);
        append("held", MAILER);
        store.claimAvailable(ClaimRequest.of("held", "somebody", When.after(Duration.ofSeconds(12))));
        claim(MAILER, Duration.ZERO);
        Instant start = now();
        int before = counts.calls("takeWork");

        assertThat(claim(MAILER, Duration.ofSeconds(20))).hasSize(1);

        assertThat(Duration.between(start, now())).isBetween(Duration.ofSeconds(12), Duration.ofMillis(13_100));
        assertThat(counts.calls("takeWork") - before).isBetween(10, 20);
    }

    @Test
    void whileNobodyWaitsNobodyLooks() {
        claim(MAILER, Duration.ofSeconds(3));
        int before = counts.calls("takeWork");

        append("s", MAILER);
        platform.advance(Duration.ofMinutes(5));

        assertThat(counts.calls("takeWork")).isEqualTo(before);
    }

    /** CUR-2: who appends elsewhere does not know of it. */
    @Test
    void logConsumersAreWokenInAllSessionsNowAndThen() {
        elsewhere("s1");
        claim(AUDIT, Duration.ofSeconds(5)).forEach(head -> desk.attempts().complete("s1", head.attempt(), List.of()));

        elsewhere("s2");
        assertThat(claim(AUDIT, Duration.ofSeconds(20))).isEmpty();
        int minutes = 0;
        while (claim(AUDIT, Duration.ZERO).isEmpty() && minutes < 20) {
            platform.advance(Duration.ofMinutes(1));
            minutes++;
        }

        assertThat(minutes).isEqualTo(10);
    }

    @Test
    void aSweepThatFailsIsRepeated() {
        elsewhere("s");
        counts.fail("wakeLog");
        assertThat(claim(AUDIT, Duration.ofSeconds(10))).isEmpty();
        int tries = counts.calls("wakeLog");

        counts.fail("");

        assertThat(tries).isBetween(5, 12);
        assertThat(claim(AUDIT, Duration.ofSeconds(10))).hasSize(1);
    }

    @Test
    void logConsumersThatNobodyAsksForAreLeftAlone() {
        claim(AUDIT, Duration.ofSeconds(1));
        platform.advance(Duration.ofMinutes(11));
        int before = counts.calls("sessions");

        platform.advance(Duration.ofHours(2));

        assertThat(counts.calls("sessions")).isEqualTo(before);
        assertThat(engine.remote().logs()).isEmpty();
    }

    private List<Head> claim(ServedConsumer consumer, Duration patience) {
        ClaimOrder order =
                new ClaimOrder("worker", List.of(consumer), Duration.ofSeconds(30), 10, 8, patience, null, false);
        try (Claim claim = desk.claim(order)) {
            while (!claim.isOver()) {
                claim.goOn(Duration.ofSeconds(1), () -> {});
            }
            return claim.heads();
        }
    }

    private void append(String session, ServedConsumer consumer) {
        store.append(AppendRequest.of(session, List.of(event(consumer))));
    }

    private NewEvent event(ServedConsumer consumer) {
        return NewEvent.of(platform.ids().next(), "did", Json.of("1")).to(new Target(consumer.name(), null, null));
    }

    private void elsewhere(String session) {
        store.append(AppendRequest.of(session, List.of(NewEvent.of(null, "did", Json.of("1")))));
    }

    private Instant now() {
        return platform.clock().instant();
    }
}

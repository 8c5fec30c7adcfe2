package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Strings;
import dev.a2.server.ServerFixture;
import dev.a2.store.ClearRequest;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.memory.MemoryStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Who may still say what of an attempt: the fences of the store, seen through HTTP. */
class FencesTest {
    private static final MovableClock CLOCK = new MovableClock();
    private static ServerFixture fixture;

    private WorkClient one;
    private WorkClient two;

    /** A consumer and a session of the test's own. */
    private String own;

    @BeforeAll
    static void open() {
        fixture =
                ServerFixture.on(MemoryStore.open(MemoryStore.Options.defaults().clock(CLOCK)), options -> options);
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void name(TestInfo test) {
        own = test.getTestMethod().orElseThrow().getName();
        one = new WorkClient(fixture, "one");
        two = new WorkClient(fixture, "two");
    }

    @Test
    void aHeadIsHandedToOneWorkerOnly() {
        one.append(own, own, "7");

        Handed claim = one.claimOne(own);

        assertThat(claim)
                .extracting(Handed::sessionId, Handed::index, Handed::attempt, Handed::payload)
                .containsExactly(own, 1L, 1, "7");
        assertThat(two.claim(own, "")).isEmpty();
        assertThat(one.claim(own, "")).isEmpty();
    }

    @Test
    void aCompletionAppendsItsEventsOnceHoweverOftenItIsSaid() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);
        String events =
                "[{\"type\":\"done\",\"payload\":{\"a\": 1}},{\"type\":\"done\",\"payload\":2,\"id\":\"mine\"}]";

        HttpResponse<String> first = one.complete(claim, events);
        HttpResponse<String> again = one.complete(claim, events);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(first.body())
                .contains(
                        "\"index\":2",
                        "\"index\":3",
                        "\"payload\":{\"a\": 1}",
                        "\"id\":\"mine\"",
                        "\"cause\":{\"consumer\":\"" + own + "\",\"lane\":null,\"index\":1,\"attempt\":1}");
        assertThat(fixture.store().bounds(own).frontier()).isEqualTo(3);
        assertThat(one.complete(claim, "[{\"type\":\"other\",\"payload\":1}]").body())
                .contains("PARTIAL_DUPLICATE_BATCH");
    }

    @Test
    void whoeverLetItsLeaseLapseIsSuperseded() {
        one.append(own, own, "1");
        Handed late = one.claimOne(own);
        CLOCK.move(Duration.ofSeconds(31));

        Handed taken = two.claimOne(own);
        HttpResponse<String> refused = one.complete(late, "[{\"type\":\"done\",\"payload\":1}]");

        assertThat(taken).extracting(Handed::attempt, Handed::failureCount).containsExactly(2, 1);
        assertThat(taken.idempotencyKey()).isEqualTo(late.idempotencyKey());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("SUPERSEDED_ATTEMPT");
        assertThat(one.fail(late, "").body()).contains("SUPERSEDED_ATTEMPT");
        assertThat(one.renew(late).body())
                .isEqualTo("{\"renewed\":[],\"superseded\":[{\"sessionId\":\"" + own + "\",\"consumer\":\"" + own
                        + "\",\"lane\":null,\"index\":1}]}");
        assertThat(fixture.store().bounds(own).frontier()).isEqualTo(1);
        assertThat(two.complete(taken, "[]").statusCode()).isEqualTo(200);
    }

    @Test
    void aRenewedClaimDoesNotLapse() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);
        CLOCK.move(Duration.ofSeconds(29));

        assertThat(one.renew(claim).body()).contains("\"renewed\":[{\"sessionId\":\"" + own + "\"");
        assertThat(two.renew(claim).body()).isEqualTo("{\"renewed\":[],\"superseded\":[]}");
        CLOCK.move(Duration.ofSeconds(29));

        assertThat(two.claim(own, "")).isEmpty();
        assertThat(one.complete(claim, "[]").statusCode()).isEqualTo(200);
    }

    @Test
    void aFailureIsCountedOnceAndTheHeadComesBack() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);

        HttpResponse<String> first = one.fail(claim, "\"retryAfterMs\":0");
        HttpResponse<String> again = one.fail(claim, "\"retryAfterMs\":0");

        assertThat(first.body()).isEqualTo("{\"outcome\":\"failed\",\"failureCount\":1}");
        assertThat(again.body()).isEqualTo(first.body());
        Handed second = two.claimOne(own);
        assertThat(second).extracting(Handed::attempt, Handed::failureCount).containsExactly(2, 1);
        assertThat(one.complete(claim, "[]").statusCode()).isEqualTo(409);
        assertThat(two.complete(second, "[]").statusCode()).isEqualTo(200);
    }

    @Test
    void aFailureWithoutAWaitIsRetriedAfterOneThatGrowsWithTheAttempts() {
        one.append(own, own, "1");
        one.fail(one.claimOne(own), "");
        long first = holdMs();
        CLOCK.move(Duration.ofSeconds(1));
        one.fail(one.claimOne(own), "");

        assertThat(first).isBetween(400L, 500L);
        assertThat(holdMs()).isBetween(800L, 1_000L);
    }

    /** How long the failed head is held. */
    private long holdMs() {
        Dispatch dispatch = fixture.store().cursors(own).get(0).dispatch();
        return Duration.between(
                        Objects.requireNonNull(dispatch.lastFailedAt()),
                        Objects.requireNonNull(dispatch.claimExpiresAt()))
                .toMillis();
    }

    @Test
    void noRetryMakesADeadLetterAtOnce() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);

        HttpResponse<String> failed = one.fail(claim, "\"retry\":false");

        assertThat(failed.body()).isEqualTo("{\"outcome\":\"dead_lettered\",\"failureCount\":1}");
        assertThat(one.fail(claim, "\"retry\":false").body()).isEqualTo(failed.body());
        assertThat(fixture.store().deadLetters(own)).hasSize(1);
    }

    @Test
    void soManyFailuresMakeADeadLetter() {
        one.append(own, own, "1");
        one.fail(one.claimOne(own), "\"retryAfterMs\":0,\"maxFailures\":2");

        HttpResponse<String> failed = one.fail(one.claimOne(own), "\"retryAfterMs\":0,\"maxFailures\":2");

        assertThat(failed.body()).isEqualTo("{\"outcome\":\"dead_lettered\",\"failureCount\":2}");
    }

    @Test
    void aLapseTooManyMakesADeadLetterThatIsNotHandedOut() {
        one.append(own, own, "1");
        one.claimOne(own);
        CLOCK.move(Duration.ofSeconds(31));

        assertThat(two.claim(own, "\"maxFailures\":1")).isEmpty();

        List<Head> dead = fixture.store().deadLetters(own);
        assertThat(dead).hasSize(1);
        assertThat(two.claim(own, "")).isEmpty();
    }

    @Test
    void aClearSupersedesWhatIsInHand() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);
        fixture.store().clear(ClearRequest.of(own));

        assertThat(one.complete(claim, "[]").body()).contains("SUPERSEDED_ATTEMPT");
        assertThat(one.fail(claim, "").body()).contains("SUPERSEDED_ATTEMPT");
        assertThat(one.renew(claim).body()).contains("\"renewed\":[]", "\"superseded\":[{");
    }

    @Test
    void whatIsReleasedIsFreeAtOnceAtNoFailure() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);

        HttpResponse<String> released = one.release(claim);

        assertThat(released.body())
                .isEqualTo("{\"released\":[{\"sessionId\":\"" + own + "\",\"consumer\":\"" + own
                        + "\",\"lane\":null,\"index\":1}]}");
        assertThat(one.release(claim).body()).isEqualTo("{\"released\":[]}");
        assertThat(two.claimOne(own))
                .extracting(Handed::attempt, Handed::failureCount)
                .containsExactly(2, 0);
    }

    @Test
    void whoLostTheAnswerOfAClaimGetsItAgain() {
        one.append(own, own, "1");
        Handed claim = one.claimOne(own);
        String session = "\"resume\":true,\"session\":\"" + own + "\"";

        assertThat(one.claim(own, session)).containsExactly(claim);
        assertThat(two.claim(own, session)).isEmpty();
    }

    @Test
    void aLaneIsHandedOutInOrder() {
        one.append(own, own, "lane", "1");
        one.append(own, own, "lane", "2");

        Handed first = one.claimOne(own);
        assertThat(two.claim(own, "")).isEmpty();
        one.complete(first, "[]");
        Handed second = two.claimOne(own);

        assertThat(first).extracting(Handed::lane, Handed::payload).containsExactly("lane", "1");
        assertThat(second).extracting(Handed::lane, Handed::payload).containsExactly("lane", "2");
    }

    @Test
    void namesWithAnythingInThemWork() {
        String odd = own + "\"/{}\u0000\n🙂";
        one.append(
                own + "/ü",
                "{\"type\":\"did\",\"payload\":1,\"targets\":[{\"consumer\":" + Strings.quote(odd)
                        + ",\"lane\":\"\"}]}");

        List<Handed> claims = one.claimFor("[{\"name\":" + Strings.quote(odd) + "}]", "");

        assertThat(claims).hasSize(1);
        assertThat(claims.get(0)).extracting(Handed::consumer, Handed::lane).containsExactly(odd, "");
        assertThat(one.complete(claims.get(0), "[]").statusCode()).isEqualTo(200);
    }
}

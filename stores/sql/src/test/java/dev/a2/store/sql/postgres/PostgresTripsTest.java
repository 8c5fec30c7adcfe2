package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/** How often a call goes to the server and back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresTripsTest {
    private static final When TTL = When.after(Duration.ofMinutes(1));
    private static final Served LANE = Served.named("worker");
    private static final Served TYPED =
            Served.of(ServedConsumer.log("reader", new LogOptions("", Set.of("said"), true)));
    private static final Served EVERYTHING = Served.of(ServedConsumer.log("reader", new LogOptions("", null, true)));

    private TripCounter wire;
    private SessionStore store;
    private String session;

    @BeforeAll
    void open() throws IOException {
        TestDatabase database = TestDatabase.fresh();
        wire = new TripCounter(database.server().port());
        // Statements are sent as texts each time, so that one can tell them apart.
        store = PostgresStore.open(
                database.url(wire.port()) + "?prepareThreshold=0",
                PostgresStore.Options.defaults().connections(2));
        store.append(AppendRequest.of("warm", NewEvent.of(null, "said", Json.NULL)));
    }

    @AfterAll
    void close() throws IOException {
        store.close();
        wire.close();
    }

    @BeforeEach
    void name(TestInfo test) {
        session = test.getDisplayName();
    }

    private int trips(Runnable call) {
        wire.forget();
        call.run();
        return wire.trips().size();
    }

    private AppendRequest append(Served consumers, Target... targets) {
        return AppendRequest.of(
                        session, NewEvent.of(null, "said", Json.of("{}")).to(targets))
                .serving(consumers);
    }

    private Head claim(Served consumers) {
        ClaimResult claimed = store.claimAvailable(
                ClaimRequest.of(session, "h", TTL).serving(consumers).limit(1));
        return ((ClaimResult.Claimed) claimed).heads().get(0);
    }

    @Test
    void appendsTakeTwo() {
        store.append(append(LANE));

        assertThat(trips(() -> store.append(append(LANE)))).isEqualTo(2);
        assertThat(trips(() -> store.append(append(LANE, Target.each("worker")))))
                .isEqualTo(2);
        assertThat(trips(() -> store.append(append(LANE, Target.lane("worker", "a")))))
                .isEqualTo(2);
        assertThat(trips(() -> store.append(append(EVERYTHING)))).isEqualTo(2);
    }

    @Test
    void appendsTakeThreeWithANewSessionOrWithAnIdleLogOfSomeTypes() {
        assertThat(trips(() -> store.append(append(TYPED, Target.each("worker")))))
                .isEqualTo(3);
        AttemptRef attempt = claim(TYPED).attempt();
        store.completeAttempt(CompleteRequest.of(session, attempt).serving(TYPED));
        store.append(AppendRequest.of(session, NewEvent.of(null, "else", Json.NULL)));

        assertThat(trips(() -> store.append(append(TYPED)))).isEqualTo(3);
    }

    @Test
    void claimsTakeTwo() {
        store.append(append(LANE, Target.each("worker")));

        assertThat(trips(() -> claim(LANE))).isEqualTo(2);
        assertThat(trips(() -> store.claimAvailable(ClaimRequest.of(session, "other", TTL))))
                .as("nothing is free")
                .isEqualTo(2);
    }

    @Test
    void completionsTakeTwo() {
        for (Target target : List.of(Target.each("worker"), Target.lane("worker", "a"))) {
            store.append(append(LANE, target));
            store.append(append(LANE, target));
            CompleteRequest request = CompleteRequest.of(
                            session,
                            claim(LANE).attempt(),
                            NewEvent.of("done" + target, "done", Json.NULL).to(Target.each("other")))
                    .claimNext(new ClaimNext("h", TTL, null));

            assertThat(trips(() -> store.completeAttempt(request))).isEqualTo(2);
        }
    }

    @Test
    void completionsOfLogsOfSomeTypesTakeThree() {
        store.append(append(TYPED));
        store.append(append(TYPED));
        CompleteRequest request =
                CompleteRequest.of(session, claim(TYPED).attempt()).serving(TYPED);

        assertThat(trips(() -> store.completeAttempt(request))).isEqualTo(3);
    }

    @Test
    void renewalsAndFailuresTakeTwo() {
        store.append(append(LANE, Target.each("worker")));
        AttemptRef attempt = claim(LANE).attempt();

        assertThat(trips(() -> store.renewClaims(new RenewRequest(session, "h", List.of(attempt), TTL))))
                .isEqualTo(2);
        assertThat(trips(() -> store.failAttempt(new FailRequest(session, attempt, "no", 3, null))))
                .isEqualTo(2);
    }

    @Test
    void lookingForWorkTakesOne() {
        TakeWorkRequest request = new TakeWorkRequest(0, Set.of("worker"), 10, Duration.ofSeconds(1));

        assertThat(trips(() -> store.takeWork(request))).isEqualTo(1);
    }
}

package dev.a2.store.sql.postgres;

import static dev.a2.store.sql.postgres.TestDatabase.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.SessionStore;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.PgBouncer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F44, against a real pooler: each transaction may run on another connection, and no notification arrives. */
@Timeout(60)
final class PgBouncerTest {
    private final TestDatabase database = TestDatabase.fresh();
    private final PgBouncer pooler = PgBouncer.before(database.server());
    private final String url = database.url(pooler.port());

    @AfterEach
    void stop() {
        pooler.close();
    }

    @Test
    void nothingFailsAndEachHearsTheOther() {
        try (SessionStore here = PostgresStore.open(url, TestDatabase.patient());
                SessionStore there = PostgresStore.open(url, TestDatabase.patient())) {
            Heard heard = new Heard(there);
            try (Writers writers = new Writers(database).through(here, 2).through(there, 2)) {
                writers.awaitMore(100);
                writers.check(here);
                assertThat(writers.failures).isEmpty();
            }
            long last = here.append(AppendRequest.of("s", event("last")))
                    .events()
                    .get(0)
                    .index();

            heard.awaitFrontier(last);
            Eventually.holds("a hint of work", () -> heard.work.get() > 0);
        }
    }

    @Test
    void doctorSeesIt() {
        assertThat(PostgresStore.diagnose(url, TestDatabase.patient()))
                .filteredOn(found -> found.verdict() == Diagnosis.Verdict.NOTICE)
                .extracting(Diagnosis::subject)
                .contains("pooler", "notifications");
        assertThat(PostgresStore.diagnose(database.url(), TestDatabase.patient()))
                .filteredOn(found -> found.subject().equals("pooler"))
                .extracting(Diagnosis::verdict)
                .containsExactly(Diagnosis.Verdict.GOOD);
    }

    @Test
    void namesThatItMixesUpFailAndLoseNothing() {
        try (SessionStore store = PostgresStore.open(url + "?prepareThreshold=1", TestDatabase.patient());
                SessionStore direct = database.open();
                Writers writers = new Writers(database).through(store, 4)) {
            Eventually.holds("a failure", () -> !writers.failures.isEmpty());

            writers.check(direct);
            assertThat(writers.failures)
                    .allSatisfy(failure ->
                            assertThat(failure).hasMessageContaining("write prepareThreshold=0 into the URL"));
        }
    }
}

package dev.a2.store.sql.postgres;

import static dev.a2.store.Target.each;
import static dev.a2.store.sql.postgres.TestDatabase.event;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionStore;
import dev.a2.testservers.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Two stores on one schema, as in two processes: each hears what the other did, and no write depends on it. */
@Timeout(60)
final class PostgresNotificationsTest {
    private final Warnings warnings = new Warnings();
    private TestDatabase database;

    @BeforeEach
    void makeDatabase() {
        database = TestDatabase.fresh();
    }

    @AfterEach
    void stopListening() {
        warnings.close();
    }

    /** What the watcher warned of. */
    private static final class Warnings extends Handler {
        private static final Logger LOG = Logger.getLogger(Watcher.class.getName());

        final Queue<String> all = new ConcurrentLinkedQueue<>();

        Warnings() {
            LOG.addHandler(this);
        }

        @Override
        public void publish(LogRecord message) {
            if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
                all.add(message.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOG.removeHandler(this);
        }
    }

    private static PresenceUpdate update(String participant) {
        return update(participant, Duration.ofMinutes(1));
    }

    private static PresenceUpdate update(String participant, Duration ttl) {
        return new PresenceUpdate("s", participant, Map.of("at", Json.of("7")), 3, Instant.ofEpochMilli(5), ttl);
    }

    /** Waits until so many connections listen: from then on they miss nothing. */
    private void awaitListeners(int count) {
        Eventually.holds("stores listen", () -> listeners().size() == count);
    }

    private List<String> listeners() {
        return database.column("SELECT pid FROM pg_stat_activity"
                + " WHERE query LIKE 'LISTEN%' AND state = 'idle' AND datname = '" + database.name() + "'");
    }

    @Test
    void eachHearsOfLogsWorkAndPresenceOfTheOther() {
        try (SessionStore here = database.open();
                SessionStore there = database.open()) {
            awaitListeners(2);
            Heard heardHere = new Heard(here);
            Heard heardThere = new Heard(there);

            here.append(AppendRequest.of("s", event("a").to(each("c"))));
            heardThere.awaitFrontier(1);
            Eventually.holds("a hint of work", () -> heardThere.work.get() > 0);
            there.append(AppendRequest.of("s", event("b"), event("c")));
            heardHere.awaitFrontier(3);

            here.setPresence(update("ann"));
            here.setPresence(update("bob"));
            heardThere.awaitPatches(2);
            there.setPresence(update("cid"));
            heardHere.awaitPatches(1);

            assertThat(heardThere.participants()).containsExactly("ann", "bob");
            assertThat(heardHere.participants()).as("its own are no news").containsExactly("cid");
            assertThat(heardHere.frontiers).containsOnly(1L, 3L);
            assertThat(warnings.all).isEmpty();
        }
    }

    /** An application's pool may hand out connections on which nothing is committed by itself. */
    @Test
    void eachHearsTheOtherAlsoOverConnectionsThatAreNotInAutomaticMode() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setAutoCommit(false);
        try (HikariDataSource pool = new HikariDataSource(config);
                PostgresStore opened = PostgresStore.connect(pool, TestDatabase.patient());
                SessionStore there = database.open()) {
            SessionStore here = opened.sessions();
            awaitListeners(2);
            Heard heardHere = new Heard(here);
            Heard heardThere = new Heard(there);

            here.append(AppendRequest.of("s", event("a")));
            heardThere.awaitFrontier(1);
            there.append(AppendRequest.of("s", event("b")));
            heardHere.awaitFrontier(2);
        }
    }

    /** F42: numbers of changes that were drawn in vain are waited for by nobody. */
    @Test
    void presenceIsHeardInSpiteOfNumbersThatAreMissing() {
        try (SessionStore here = database.open();
                SessionStore there = database.open()) {
            awaitListeners(2);
            Heard heard = new Heard(there);
            for (String participant : List.of("ann", "bob", "cid")) {
                database.run("SELECT nextval('a2.presence_changes') FROM generate_series(1, 40)");
                here.setPresence(update(participant));
            }

            heard.awaitPatches(3);
            assertThat(heard.participants()).containsExactly("ann", "bob", "cid");
        }
    }

    /** What is told in one notice, because an earlier one was slow, is all heard. */
    @Test
    void changesOfPresenceThatShareANoticeAreAllHeard() throws InterruptedException {
        CountDownLatch free = new CountDownLatch(1);
        HookedSource slow = new HookedSource(database.jdbcUrl(), trip -> {
            if (Thread.currentThread().getName().equals("a2-postgres-announce")) {
                await(free);
            }
            return trip;
        });
        try (SessionStore there = database.open();
                PostgresStore opened = PostgresStore.connect(slow, TestDatabase.patient())) {
            awaitListeners(2);
            Heard heard = new Heard(there);
            SessionStore here = opened.sessions();
            here.append(AppendRequest.of("other", event("a")));
            here.setPresence(update("ann"));
            here.setPresence(update("bob"));
            here.setPresence(update("cid"));
            free.countDown();

            heard.awaitPatches(3);
            assertThat(heard.participants()).containsExactly("ann", "bob", "cid");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** F44. */
    @Test
    void listeningGoesOnWhenItsConnectionIsTerminatedAndNothingIsMissed() {
        try (SessionStore here = database.open();
                SessionStore there = database.open()) {
            awaitListeners(2);
            Heard heard = new Heard(there);
            terminateListeners(heard, () -> {});
            awaitListeners(2);

            terminateListeners(heard, () -> {
                here.append(AppendRequest.of("s", event("a")));
                here.setPresence(update("ann"));
            });
            awaitListeners(2);
            here.append(AppendRequest.of("s", event("b")));

            heard.awaitFrontier(2);
            heard.awaitPatches(1);
        }
    }

    /** Until it listens again. */
    private void terminateListeners(Heard heard, Runnable meanwhile) {
        int gaps = heard.gaps.get();
        listeners().forEach(pid -> database.run("SELECT pg_terminate_backend(" + pid + ", 10000)"));
        meanwhile.run();
        // One for the link that broke, one for the new one.
        Eventually.holds("gaps are told", () -> heard.gaps.get() >= gaps + 2);
    }

    private void hearsAllByAsking(PostgresStore.Options options, HookedSource source) {
        PostgresStore.Options often = options.pollInterval(Duration.ofMillis(20));
        try (SessionStore there = database.open();
                PostgresStore deaf = PostgresStore.connect(source, often)) {
            there.setPresence(update("gone", Duration.ofMillis(1)));
            Heard heard = new Heard(deaf.sessions());
            Eventually.holds("it warns", () -> !warnings.all.isEmpty());
            there.setPresence(update("ann"));
            deaf.sessions().append(AppendRequest.of("s", event("a")));
            there.append(AppendRequest.of("s", event("b").to(each("c"))));
            heard.awaitFrontier(2);
            int hints = heard.work.get();
            Eventually.holds("a hint of work", () -> heard.work.get() > hints);
            there.setPresence(update("bob"));
            Eventually.holds("bob's patch", () -> heard.participants().contains("bob"));

            assertThat(heard.participants()).as("what expired is no news").doesNotContain("gone");
            assertThat(warnings.all).singleElement().asString().contains("notifications do not arrive");
        }
    }

    /** F44: as behind a pooler that runs each transaction on another connection. */
    @Test
    void storeWhoseNotificationsAreSwallowedAsksInsteadAndWarnsOnce() {
        hearsAllByAsking(
                TestDatabase.patient(),
                new HookedSource(database.jdbcUrl(), trip -> trip.startsWith("LISTEN") ? "UNLISTEN *" : trip));
    }

    /** F43: as with a full queue. */
    @Test
    void storeThatMayNotNotifyWritesAllTheSameAndAsks() {
        database.open().close();
        database.run(
                "CREATE ROLE silent LOGIN",
                "GRANT USAGE ON SCHEMA a2 TO silent",
                "GRANT ALL ON ALL TABLES IN SCHEMA a2 TO silent",
                "GRANT ALL ON ALL SEQUENCES IN SCHEMA a2 TO silent",
                "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_notify FROM PUBLIC");

        hearsAllByAsking(
                TestDatabase.patient(),
                new HookedSource(database.jdbcUrl().replace("user=postgres", "user=silent"), trip -> trip));
    }

    /** F43. */
    @Test
    void listenerThatStaysInATransactionHoldsUpNobodyAndNoticesHaveOneSize() throws SQLException {
        try (SessionStore here = database.open();
                SessionStore there = database.open();
                Connection stuck = database.connect();
                Connection tap = database.connect()) {
            TestDatabase.run(stuck, "LISTEN a2_wakeups", "BEGIN", "SELECT txid_current()");
            TestDatabase.run(tap, "LISTEN a2_wakeups");
            awaitListeners(3);
            Heard heard = new Heard(there);

            here.append(AppendRequest.of("long".repeat(250), event("a").to(each("c"))));
            here.append(AppendRequest.of("s", event("a")));
            here.setPresence(update("ann"));

            heard.awaitFrontier(1);
            heard.awaitPatches(1);
            PGNotification[] told = tap.unwrap(PGConnection.class).getNotifications(10_000);
            assertThat(told).isNotEmpty();
            assertThat(told)
                    .extracting(notice -> notice.getParameter().length())
                    .containsOnly(told[0].getParameter().length());
            assertThat(told[0].getParameter().length()).isLessThan(200);
        }
    }
}

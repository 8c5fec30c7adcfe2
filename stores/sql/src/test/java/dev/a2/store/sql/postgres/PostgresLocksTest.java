package dev.a2.store.sql.postgres;

import static dev.a2.store.Target.each;
import static dev.a2.store.sql.postgres.TestDatabase.event;
import static dev.a2.store.sql.postgres.TestDatabase.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.testservers.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F47: locks that others hold, transactions that the server refuses, and databases set up in their own way. */
@Timeout(60)
final class PostgresLocksTest {
    private TestDatabase database;

    @BeforeEach
    void makeDatabase() {
        database = TestDatabase.fresh();
    }

    @Test
    void sessionThatSomebodyElseHoldsFailsInTimeAndHoldsUpNoOther() throws SQLException {
        try (SessionStore store = database.openImpatient();
                Connection holder = database.connect()) {
            store.append(AppendRequest.of("s", event("a")));
            TestDatabase.run(holder, "BEGIN", "SELECT * FROM a2.sessions WHERE session_id = 's' FOR UPDATE");

            StoreException waited = failure(() -> store.append(AppendRequest.of("s", event("b"))));
            store.append(AppendRequest.of("other", event("b")));
            assertThat(TestDatabase.ids(store, "s"))
                    .as("reading waits for nobody")
                    .containsExactly("a");
            TestDatabase.run(holder, "ROLLBACK");

            assertThat(waited.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(waited.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(waited)
                    .hasMessageContaining("a lock that another transaction holds")
                    .hasMessageContaining("end that one");
            store.append(AppendRequest.of("s", event("c")));
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "c");
        }
    }

    /** As of a process that stands still in the middle of a write. */
    @Test
    void holderOfASessionThatDoesNothingIsCutByTheServer() {
        try (SessionStore store = database.openImpatient();
                Database connections = new Database(
                        new HookedSource(database.jdbcUrl(), trip -> trip),
                        false,
                        TestDatabase.impatient(),
                        new PostgresFailures("Postgres"));
                PostgresRows rows = new PostgresRows(connections, TestDatabase.impatient())) {
            store.append(AppendRequest.of("s", event("a")));

            StoreException cut = failure(() -> rows.write("s", held -> {
                held.session();
                Eventually.holds("the session is free again", () -> isAppended(store, "b"));
                held.setMark("c", 5L);
                return held.session();
            }));

            assertThat(cut.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(cut).hasMessageContaining("stood still");
            assertThat(store.listWork(null, 10)).isEmpty();
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "b");
        }
    }

    private static boolean isAppended(SessionStore store, String id) {
        try {
            store.append(AppendRequest.of("s", event(id)));
            return true;
        } catch (StoreException e) {
            assertThat(e.effect()).isEqualTo(Effect.NOT_APPLIED);
            return false;
        }
    }

    /** The store's transactions are what they must be, whatever the database's defaults. */
    @Test
    void defaultsOfTheDatabaseDoNotMatter() {
        database.run(
                "ALTER DATABASE " + database.name() + " SET default_transaction_isolation = 'serializable'",
                "ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on",
                "ALTER DATABASE " + database.name() + " SET default_transaction_deferrable = on");
        try (SessionStore one = database.open();
                SessionStore two = database.open();
                Writers writers = new Writers(database).through(one, 2).through(two, 2)) {
            writers.awaitMore(40);
            writers.check(one);
            assertThat(writers.failures).isEmpty();
        }
    }

    /** The server ends the store's side of the knot, which closes it; the store begins anew. */
    @Test
    void deadlockIsTriedAgain() throws Exception {
        AtomicBoolean armed = new AtomicBoolean();
        HookedSource source = new HookedSource(database.jdbcUrl(), trip -> {
            if (trip.endsWith(";\nCOMMIT") && armed.compareAndSet(true, false)) {
                Eventually.holds("the other waits for the session", () -> waiting() == 1);
            }
            return trip;
        });
        try (PostgresStore opened = PostgresStore.connect(source, TestDatabase.patient());
                Connection other = database.connect()) {
            SessionStore store = opened.sessions();
            store.append(AppendRequest.of("s", event("a").to(each("c"))));
            TestDatabase.run(
                    other,
                    "SET deadlock_timeout = '30s'",
                    "BEGIN",
                    "UPDATE a2.work_marks SET due_ms = due_ms + 100000");
            armed.set(true);
            CompletableFuture<?> append = CompletableFuture.runAsync(
                    () -> store.append(AppendRequest.of("s", event("b").to(each("c")))));
            Eventually.holds("the store holds the session", () -> !armed.get());

            TestDatabase.run(other, "UPDATE a2.sessions SET frontier = frontier", "COMMIT");

            append.get(20, TimeUnit.SECONDS);
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "b");
            assertThat(database.server().said()).contains("deadlock detected");
        }
    }

    private long waiting() {
        return database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = '" + database.name()
                + "' AND wait_event_type = 'Lock'");
    }

    private void refuse(long times) {
        database.run(
                "CREATE SEQUENCE refusals",
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF nextval('public.refusals') <= " + times + " THEN"
                        + " RAISE EXCEPTION 'not now' USING ERRCODE = 'serialization_failure'; END IF;"
                        + " RETURN NULL; END $$",
                "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON a2.events"
                        + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()");
    }

    @Test
    void commitThatTheServerRefusesForOthersSakeIsTriedAgain() {
        try (SessionStore store = database.open()) {
            refuse(3);

            store.append(AppendRequest.of("s", event("a")));

            assertThat(TestDatabase.ids(store, "s")).containsExactly("a");
            assertThat(database.number("SELECT last_value FROM refusals")).isEqualTo(4);
        }
    }

    @Test
    void commitThatTheServerGoesOnRefusingIsNotApplied() {
        try (SessionStore store = database.open()) {
            refuse(1_000);

            StoreException refused = failure(() -> store.append(AppendRequest.of("s", event("a"))));

            assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refused).hasMessageContaining("repeat it");
            assertThat(store.read("s", 0, null)).isEmpty();
            assertThat(database.number("SELECT last_value FROM refusals"))
                    .as("bounded")
                    .isLessThan(20);
        }
    }

    /** F42: indexes are given out by who holds the session, not by a sequence: none is missing, none comes late. */
    @Test
    void readersSeeNoGapWhileTransactionsRollBack() throws Exception {
        int writers = 8;
        AtomicInteger committed = new AtomicInteger();
        try (PostgresStore store = PostgresStore.connect(database.url(), TestDatabase.patient());
                SessionStore reader = database.open();
                ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                long seed = i;
                writing.add(threads.submit(() -> joinAndEndAtRandom(store, seed, committed)));
            }
            long seen = 0;
            while (writing.stream().anyMatch(one -> !one.isDone())) {
                List<Long> indexes = indexes(reader);
                assertThat(indexes)
                        .isEqualTo(LongStream.rangeClosed(1, indexes.size())
                                .boxed()
                                .toList());
                assertThat((long) indexes.size()).isGreaterThanOrEqualTo(seen);
                seen = indexes.size();
            }
            for (Future<?> one : writing) {
                one.get(1, TimeUnit.SECONDS);
            }
            assertThat(indexes(reader)).hasSize(committed.get()).contains((long) committed.get());
            assertThat(reader.verify("s")).isEmpty();
        }
    }

    private static List<Long> indexes(SessionStore store) {
        return store.read("s", 0, null).stream().map(Event::index).toList();
    }

    private @Nullable Void joinAndEndAtRandom(PostgresStore store, long seed, AtomicInteger committed)
            throws SQLException {
        SplittableRandom random = new SplittableRandom(seed);
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 20; i++) {
                store.append(connection, AppendRequest.of("s", event("w" + seed + "-" + i)));
                if (random.nextBoolean()) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.incrementAndGet();
                }
            }
        }
        return null;
    }
}

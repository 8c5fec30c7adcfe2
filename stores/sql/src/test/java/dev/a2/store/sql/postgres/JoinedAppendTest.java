package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/** Appends in one transaction with the application's own tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinedAppendTest {
    private final TestDatabase database = TestDatabase.fresh();
    private PostgresStore store;
    private SessionStore elsewhere;
    private Connection connection;
    private String session;

    @BeforeAll
    void open() throws SQLException {
        store = PostgresStore.connect(
                database.url(), PostgresStore.Options.defaults().waitLimit(Duration.ofSeconds(5)));
        elsewhere = PostgresStore.open(database.url());
        connection = database.connect();
        run("CREATE TABLE orders (number INTEGER)");
        connection.setAutoCommit(false);
    }

    @AfterAll
    void close() throws SQLException {
        connection.close();
        elsewhere.close();
        store.close();
    }

    @BeforeEach
    void name(TestInfo test) throws SQLException {
        session = test.getDisplayName();
        connection.rollback();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private boolean somebodyWaitsForALock() {
        try {
            return ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                    .equals("1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private AppendRequest request(String id) {
        return AppendRequest.of(
                session, NewEvent.of(id, "placed", Json.of("{}")).to(Target.each("billing")));
    }

    private List<String> stored() {
        return elsewhere.read(session, 0, null).stream().map(Event::id).toList();
    }

    @Test
    void commitsWithWhatTheTransactionWrote() throws SQLException {
        run("INSERT INTO orders VALUES (1)");
        JoinedAppend append = store.append(connection, request("a"));

        assertThat(append.result().events()).extracting(Event::index).containsExactly(1L);
        assertThat(stored()).as("before the commit").isEmpty();
        connection.commit();
        assertThat(stored()).containsExactly("a");
        assertThat(ask("SELECT count(*) FROM orders WHERE number = 1")).isEqualTo("1");
        assertThat(elsewhere.verify(session)).isEmpty();
    }

    @Test
    void rollsBackWithWhatTheTransactionWrote() throws SQLException {
        run("INSERT INTO orders VALUES (2)");
        store.append(connection, request("a"));
        connection.rollback();

        assertThat(stored()).isEmpty();
        store.sessions().append(request("b"));
        assertThat(stored()).containsExactly("b");
    }

    @Test
    void repeatedWithTheSameIdReturnsWhatIsStored() throws SQLException {
        store.append(connection, request("a"));
        store.append(connection, request("b"));
        connection.commit();

        JoinedAppend again = store.append(connection, request("a"));
        connection.commit();

        assertThat(again.result().events()).extracting(Event::index).containsExactly(1L);
        assertThat(stored()).containsExactly("a", "b");
    }

    @Test
    void leavesTheTransactionAsItWas() throws SQLException {
        run("SET LOCAL search_path TO public, pg_temp");
        run("SET LOCAL lock_timeout TO 1234");
        String planning = ask("SHOW plan_cache_mode");

        store.append(connection, request("a"));

        assertThat(ask("SHOW search_path")).isEqualTo("public, pg_temp");
        assertThat(ask("SHOW lock_timeout")).isEqualTo("1234ms");
        assertThat(ask("SHOW plan_cache_mode")).isEqualTo(planning);
        assertThat(ask("SHOW statement_timeout")).isEqualTo("0");
    }

    @Test
    void refusalLeavesTheTransactionUsable() throws SQLException {
        run("INSERT INTO orders VALUES (3)");
        assertThatThrownBy(() -> store.append(connection, request("a").ifLastIndex(7L)))
                .hasMessageStartingWith("CONFLICT");
        assertThat(ask("SHOW search_path")).doesNotContain("a2");
        connection.commit();

        assertThat(ask("SELECT count(*) FROM orders WHERE number = 3")).isEqualTo("1");
        assertThat(stored()).isEmpty();
        assertThat(elsewhere.sessions(null, 1_000).sessions())
                .noneMatch(found -> found.sessionId().equals(session));
    }

    @Test
    void otherIsolationsAreRefused() throws SQLException {
        for (int level : new int[] {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE}) {
            connection.rollback();
            connection.setTransactionIsolation(level);
            assertThatThrownBy(() -> store.append(connection, request("a")))
                    .hasMessageStartingWith("INVALID_ARGUMENT")
                    .hasMessageContaining("read committed");
        }
    }

    @Test
    void noTransactionIsRefused() throws SQLException {
        try (Connection automatic = database.connect()) {
            assertThatThrownBy(() -> store.append(automatic, request("a")))
                    .hasMessageStartingWith("INVALID_ARGUMENT")
                    .hasMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    void othersWaitForTheTransactionAndGoOnBehindIt() throws Exception {
        store.append(connection, request("a"));
        CompletableFuture<Event> other = CompletableFuture.supplyAsync(
                () -> elsewhere.append(request("b")).events().get(0));
        Eventually.holds("the other waits", this::somebodyWaitsForALock);
        connection.commit();

        assertThat(other.get(20, TimeUnit.SECONDS).index()).isEqualTo(2);
        assertThat(stored()).containsExactly("a", "b");
    }

    @Test
    void listenersHereAndElsewhereWakeOnceItIsToldToBeCommitted() throws SQLException {
        Heard here = new Heard();
        Heard there = new Heard();
        store.sessions().subscribe(session, here);
        elsewhere.subscribe(session, there);
        JoinedAppend append = store.append(connection, request("a"));
        connection.commit();
        append.committed();

        Eventually.holds("both wake", () -> here.reached(1) && there.reached(1));
    }

    private static final class Heard implements Wakeups.Listener {
        private final Queue<Wakeup> wakeups = new ConcurrentLinkedQueue<>();

        @Override
        public void onWakeup(Wakeup wakeup) {
            wakeups.add(wakeup);
        }

        @Override
        public void onGap() {}

        boolean reached(long frontier) {
            return wakeups.stream().anyMatch(wakeup -> wakeup.frontier() >= frontier);
        }
    }
}

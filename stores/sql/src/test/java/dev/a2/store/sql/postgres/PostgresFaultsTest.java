package dev.a2.store.sql.postgres;

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
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.Proxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers, connections and servers that are lost: nothing is lost with them, nothing done twice, and no failure lies. */
@Timeout(60)
final class PostgresFaultsTest {
    private static PostgresServer server;
    private TestDatabase database;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void makeDatabase() {
        database = TestDatabase.on(server);
    }

    /** What happens to a trip that goes by a proxy. */
    enum Loss {
        /** The server carries it out, and its answer is lost. */
        ANSWER,
        /** Half of the answer arrives. */
        HALF_ANSWER,
        /** It does not arrive at the server. */
        REQUEST;

        void happen(Proxy proxy) {
            switch (this) {
                case ANSWER -> proxy.mode(Proxy.Mode.CUT_REPLY);
                case HALF_ANSWER -> proxy.mode(Proxy.Mode.HALF_REPLY);
                case REQUEST -> proxy.cut();
            }
        }
    }

    /** Makes the next trip with these words in it meet a loss. */
    private static String lose(AtomicBoolean armed, Loss loss, String words, Proxy proxy, String trip) {
        if (trip.contains(words) && armed.compareAndSet(true, false)) {
            loss.happen(proxy);
        }
        return trip;
    }

    private StoreException appendThatLoses(Loss loss, String words, Consumer<SessionStore> afterwards) {
        AtomicBoolean armed = new AtomicBoolean();
        try (Proxy proxy = new Proxy(server.port())) {
            HookedSource source =
                    new HookedSource(database.jdbcUrl(proxy.port()), trip -> lose(armed, loss, words, proxy, trip));
            try (PostgresStore opened = PostgresStore.connect(source, TestDatabase.patient())) {
                SessionStore store = opened.sessions();
                store.append(AppendRequest.of("s", event("a")));

                armed.set(true);
                StoreException lost = failure(() -> store.append(AppendRequest.of("s", event("b"))));
                proxy.mode(Proxy.Mode.PASS);

                assertThat(lost.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                afterwards.accept(store);
                return lost;
            }
        }
    }

    /** F41. */
    @ParameterizedTest
    @EnumSource
    void appendWhoseCommitIsLostIsUnknownAndItsRepetitionFindsIt(Loss loss) {
        StoreException lost = appendThatLoses(loss, ";\nCOMMIT", store -> {
            assertThat(store.append(AppendRequest.of("s", event("b"))).events())
                    .extracting(Event::index)
                    .containsExactly(2L);
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "b");
        });

        assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(lost).hasMessageContaining("repeating it is safe");
    }

    /** F41. */
    @ParameterizedTest
    @EnumSource
    void appendThatIsLostBeforeItsCommitIsNotApplied(Loss loss) {
        StoreException lost = appendThatLoses(
                loss,
                "FOR NO KEY UPDATE",
                store -> assertThat(TestDatabase.ids(store, "s")).containsExactly("a"));

        assertThat(lost.effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    /** F41. */
    @Test
    void nothingIsLostOrDoubledWhileConnectionsAreTerminatedAtAnyMoment() throws SQLException {
        try (SessionStore store = database.open();
                Connection administrator = server.connect(PostgresFixture.DATABASE);
                Writers writers = new Writers(database).through(store, 4)) {
            for (int i = 0; writers.failures.size() < 20 && i < 500; i++) {
                for (String pid : database.storeBackends(administrator).toList()) {
                    TestDatabase.run(administrator, "SELECT pg_terminate_backend(" + pid + ")");
                }
                writers.awaitMore(1);
            }
            writers.check(store);
            assertThat(writers.failures).extracting(StoreException::effect).contains(Effect.NOT_APPLIED);
        }
    }

    enum Outage {
        BACKEND_KILLED,
        STOPPED_AT_ONCE,
        STOPPED_IN_ORDER,
        KILLED;

        void happen(TestDatabase database) throws SQLException {
            switch (this) {
                case BACKEND_KILLED -> {
                    try (Connection victim = database.connect()) {
                        server.killBackend(victim);
                    }
                }
                case STOPPED_AT_ONCE -> server.stopImmediately();
                case STOPPED_IN_ORDER -> server.stop();
                case KILLED -> server.kill();
            }
            if (this != BACKEND_KILLED) {
                server.again();
            }
        }
    }

    /** F45, F05. */
    @ParameterizedTest
    @EnumSource
    void everythingAcknowledgedSurvivesAnOutageAndWorkGoesOn(Outage outage) throws SQLException {
        try (SessionStore store = database.open();
                Writers writers = new Writers(database).through(store, 2)) {
            writers.awaitMore(5);

            outage.happen(database);

            writers.awaitMore(5);
            writers.check(store);
        }
    }

    /** F02, F04: it may carry out what waits in its sockets once it goes on, or find that too late; nobody can know. */
    @Test
    void commitThatAServerStandsStillBeforeIsUnknownAndCarriedOutOnce() {
        AtomicBoolean armed = new AtomicBoolean();
        HookedSource source = new HookedSource(database.jdbcUrl(), trip -> {
            if (trip.endsWith("COMMIT") && armed.compareAndSet(true, false)) {
                server.pause();
            }
            return trip;
        });
        try (PostgresStore opened = PostgresStore.connect(source, TestDatabase.patient())) {
            SessionStore store = opened.sessions();
            store.append(AppendRequest.of("s", event("a")));
            armed.set(true);

            Effect lost;
            try {
                lost = failure(() -> store.append(AppendRequest.of("s", event("b"))))
                        .effect();
            } finally {
                server.resume();
            }

            assertThat(lost).isEqualTo(Effect.UNKNOWN);
            store.append(AppendRequest.of("s", event("b")));
            store.append(AppendRequest.of("s", event("c")));
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "b", "c");
        }
    }

    /** F04, F05: as after a failover, when a router forgets connections. */
    @Test
    void connectionsThatSwallowEverythingAreGivenUpAndWorkGoesOn() {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store =
                        PostgresStore.open(database.url(proxy.port()) + "?socketTimeout=1", TestDatabase.impatient());
                Writers writers = new Writers(database).through(store, 2)) {
            writers.awaitMore(5);

            proxy.deaden();

            writers.awaitMore(5);
            writers.check(store);
        }
    }

    /** F47: after a failover the old primary comes back as a standby. */
    @Test
    void standbyIsRefused() throws IOException {
        Path signal = server.folder().resolve("data").resolve("standby.signal");
        try (SessionStore store = database.open()) {
            store.append(AppendRequest.of("s", event("a")));
            server.stop();
            Files.createFile(signal);
            server.again();
            try {
                StoreException refused = failure(() -> database.open().close());
                assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
                assertThat(refused).hasMessageContaining("standby").hasMessageContaining("name the primary");

                Eventually.holds(
                        "it knows its server",
                        () -> readFailure(store).contains("is a standby or read-only; name the primary server"));
                StoreException unwritten = failure(() -> store.append(AppendRequest.of("s", event("b"))));
                assertThat(unwritten.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                assertThat(unwritten.effect()).isEqualTo(Effect.NOT_APPLIED);
            } finally {
                Files.delete(signal);
                server.stop();
                server.again();
            }

            Eventually.holds("it is the primary again", () -> isAppended(store, "b"));
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a", "b");
        }
    }

    private static String readFailure(SessionStore store) {
        return failure(() -> store.read("s", 0, null)).toString();
    }

    private static boolean isAppended(SessionStore store, String id) {
        try {
            store.append(AppendRequest.of("s", event(id)));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }
}

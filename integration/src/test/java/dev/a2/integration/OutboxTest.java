package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.Batch;
import dev.a2.Contract;
import dev.a2.store.Event;
import dev.a2.store.sql.postgres.JoinedAppend;
import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Typed events in one transaction with the application's own tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class OutboxTest {
    record Placed(int number) {}

    private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
    private final Contract<Placed> contract = Contract.of("outbox", Placed.class)
            .effect(Placed.class, (placed, context) -> handled.add(placed.number()))
            .build();
    private final PostgresServer server = PostgresServer.start();
    private final PGSimpleDataSource database = new PGSimpleDataSource();

    @BeforeAll
    void makeTable() throws SQLException {
        database.setUrl(server.jdbcUrl("postgres"));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (number INTEGER PRIMARY KEY)");
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static void place(PostgresStore postgres, A2<Placed> a2, Connection connection, int number)
            throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders (number) VALUES (?)")) {
            insert.setInt(1, number);
            insert.executeUpdate();
        }
        Batch<Placed> events = Batch.<Placed>empty().and("placed-" + number, new Placed(number));
        JoinedAppend append =
                postgres.append(connection, a2.session("order-" + number).request(events));
        connection.commit();
        append.committed();
    }

    @Test
    @DisplayName("an order and its event are there together, and its handler runs once; or neither is")
    void rowAndEventAreThereTogether() throws SQLException {
        try (PostgresStore postgres = PostgresStore.connect(database, PostgresStore.Options.defaults());
                A2<Placed> a2 = A2.open(contract, postgres.sessions());
                Connection connection = database.getConnection()) {
            place(postgres, a2, connection, 1);
            Eventually.holds("the order is handled", () -> handled.contains(1));

            assertThat(connection.createStatement().executeUpdate("DELETE FROM orders WHERE number = 1"))
                    .isEqualTo(1);
            connection.rollback();
            try {
                place(postgres, a2, connection, 1);
            } catch (SQLException taken) {
                connection.rollback();
            }
            place(postgres, a2, connection, 2);
            Eventually.holds("the next order is handled", () -> handled.contains(2));

            assertThat(handled).containsExactly(1, 2);
            assertThat(postgres.sessions().read("order-1", 0, null))
                    .extracting(Event::id)
                    .containsExactly("placed-1");
        }
    }
}

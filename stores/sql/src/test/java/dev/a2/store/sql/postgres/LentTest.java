package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Connections go back to their pool as they came from it. */
final class LentTest {
    private final TestDatabase database = TestDatabase.fresh();

    /** As a pool hands one out that sets nothing by itself. */
    private static Connection pooled(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                LentTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> method.getName().equals("close") ? null : method.invoke(real, arguments));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionIsInAutomaticModeWhileItIsLent(boolean before) throws SQLException {
        try (Connection real = database.connect()) {
            real.setAutoCommit(before);
            try (Lent lent = new Lent(pooled(real), false)) {
                assertThat(lent.connection().getAutoCommit()).isTrue();
            }
            assertThat(real.getAutoCommit()).isEqualTo(before);
            assertThat(real.isClosed()).isFalse();
        }
    }

    @Test
    void statementsHaveNoNamesBehindAPoolerWhileTheConnectionIsLent() throws SQLException {
        try (Connection real = database.connect()) {
            PGConnection driver = real.unwrap(PGConnection.class);
            try (Lent lent = new Lent(pooled(real), true)) {
                assertThat(lent.connection().isClosed()).isFalse();
                assertThat(driver.getPrepareThreshold()).isZero();
            }
            assertThat(driver.getPrepareThreshold()).isEqualTo(5);
        }
    }

    @Test
    void statementsKeepTheNamesThatTheApplicationChose() throws SQLException {
        try (Connection real = database.connect()) {
            PGConnection driver = real.unwrap(PGConnection.class);
            driver.setPrepareThreshold(3);
            try (Lent lent = new Lent(pooled(real), true)) {
                assertThat(lent.connection().isClosed()).isFalse();
                assertThat(driver.getPrepareThreshold()).isEqualTo(3);
            }
            assertThat(driver.getPrepareThreshold()).isEqualTo(3);
        }
    }

    @Test
    void connectionIsGivenBack() throws SQLException {
        Connection connection = database.connect();
        new Lent(connection, false).close();
        assertThat(connection.isClosed()).isTrue();
    }
}

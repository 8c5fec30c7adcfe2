package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            try (Lent lent = new Lent(pooled(real))) {
                assertThat(lent.connection().getAutoCommit()).isTrue();
            }
            assertThat(real.getAutoCommit()).isEqualTo(before);
            assertThat(real.isClosed()).isFalse();
        }
    }

    @Test
    void connectionIsGivenBack() throws SQLException {
        Connection connection = database.connect();
        new Lent(connection).close();
        assertThat(connection.isClosed()).isTrue();
    }
}

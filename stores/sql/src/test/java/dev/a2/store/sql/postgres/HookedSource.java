package dev.a2.store.sql.postgres;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Fresh connections, where a test learns of each trip before it goes out, and may send another. */
final class HookedSource implements DataSource {
    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private final UnaryOperator<String> beforeTrip;

    /**
     * Connections to this JDBC URL.
     *
     * @param beforeTrip is given the statements of a trip and tells which to send
     */
    HookedSource(String jdbcUrl, UnaryOperator<String> beforeTrip) {
        source.setUrl(jdbcUrl);
        source.setSocketTimeout(2);
        this.beforeTrip = beforeTrip;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection real = source.getConnection();
        return (Connection) Proxy.newProxyInstance(
                HookedSource.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        arguments[0] = beforeTrip.apply((String) arguments[0]);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing to unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}

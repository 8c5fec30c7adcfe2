package dev.a2.store.sql.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection of the pool whose driver begins and commits nothing by itself. It goes back as it was: an application's pool may
 * hand out others.
 */
final class Lent implements AutoCloseable {
    private final Connection connection;
    private final boolean automatic;

    /**
     * Lends a connection, and gives it back if it is of no use.
     *
     * @throws SQLException if it cannot even be set up
     */
    Lent(Connection connection) throws SQLException {
        this.connection = connection;
        try {
            automatic = connection.getAutoCommit();
            if (!automatic) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        try (Connection back = connection) {
            if (!automatic) {
                back.setAutoCommit(false);
            }
        }
    }
}

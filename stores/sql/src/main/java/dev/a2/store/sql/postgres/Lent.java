package dev.a2.store.sql.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/**
 * A connection of the pool whose driver begins and commits nothing by itself. It goes back as it was: an application's pool may
 * hand out others.
 */
final class Lent implements AutoCloseable {
    /** How often a driver that nobody told otherwise runs a statement before it gives it a name. */
    private static final int DEFAULT_THRESHOLD =
            Integer.parseInt(String.valueOf(PGProperty.PREPARE_THRESHOLD.getDefaultValue()));

    private final Connection connection;
    private final PGConnection driver;
    private final boolean automatic;
    private final int threshold;

    /**
     * Lends a connection, and gives it back if it is of no use.
     *
     * @param pooled whether a pooler stands before the server. The process that runs the next transaction may not know a
     *     statement by its name then, or know another by it; so statements get none, if the application did not ask for names
     * @throws SQLException if it cannot even be set up
     */
    Lent(Connection connection, boolean pooled) throws SQLException {
        this.connection = connection;
        try {
            driver = connection.unwrap(PGConnection.class);
            threshold = driver.getPrepareThreshold();
            if (pooled && threshold == DEFAULT_THRESHOLD) {
                driver.setPrepareThreshold(0);
            }
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
            driver.setPrepareThreshold(threshold);
            if (!automatic) {
                back.setAutoCommit(false);
            }
        }
    }
}

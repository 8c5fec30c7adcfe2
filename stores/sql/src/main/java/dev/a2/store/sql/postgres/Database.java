package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Transactions on connections of a pool, with the settings that every one of ours has. */
final class Database implements AutoCloseable {
    /** How often work is begun anew that others kept from committing. */
    private static final int TRIES = 5;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

    private final DataSource connections;
    private final boolean ours;
    private final String schema;
    private final Duration waitLimit;
    private final @Nullable InstantSource clock;
    private final PostgresFailures failures;
    private volatile boolean pooled;
    private volatile boolean closed;

    /**
     * A database.
     *
     * @param ours whether the pool ends with the store
     */
    Database(DataSource connections, boolean ours, PostgresStore.Options options, PostgresFailures failures) {
        this.connections = connections;
        this.ours = ours;
        this.schema = options.schema();
        this.waitLimit = options.waitLimit();
        this.clock = options.clock();
        this.failures = failures;
    }

    PostgresFailures failures() {
        return failures;
    }

    String schema() {
        return schema;
    }

    Duration waitLimit() {
        return waitLimit;
    }

    /** A pooler stands before the server. */
    void pooled() {
        pooled = true;
    }

    /** Runs work in a transaction that this statement opens; again from the start, if others kept it from committing. */
    <T extends @Nullable Object> T run(Sql begin, Function<Transaction, T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return once(begin, work);
            } catch (Again e) {
                if (tries == TRIES) {
                    throw failures.of(e.reason, false);
                }
                pause(tries);
            }
        }
    }

    /** Tells that the same work may succeed if it is run again. */
    private static final class Again extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final SQLException reason;

        Again(SQLException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    private void pause(int tries) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, LONGEST_PAUSE.toMillis() * tries / TRIES + 2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failures.interrupted();
        }
    }

    private <T extends @Nullable Object> T once(Sql begin, Function<Transaction, T> work) {
        return automatically(connection -> once(connection, begin, work));
    }

    /** Runs work on a connection whose driver begins and commits nothing by itself. */
    <T extends @Nullable Object> T automatically(Function<Connection, T> work) {
        try (Lent lent = lend()) {
            return work.apply(lent.connection());
        } catch (SqlFailure e) {
            throw failures.of(e.reason(), false);
        } catch (SQLException e) {
            // Only giving a connection back comes here: what was to be done is done.
            throw failures.of(e, true);
        }
    }

    private <T extends @Nullable Object> T once(Connection connection, Sql begin, Function<Transaction, T> work) {
        Transaction transaction = new Transaction(connection);
        boolean done = false;
        try {
            transaction.query(begin);
            settings(transaction);
            T result = work.apply(transaction);
            transaction.end();
            done = true;
            return result;
        } catch (SqlFailure e) {
            done = true;
            boolean rolledBack = transaction.abandon();
            if (PostgresFailures.isWorthAnotherTry(e.reason())) {
                throw new Again(e.reason());
            }
            // A server that goes on living tells whether a commit was refused; one that went down with it does not.
            throw failures.of(e.reason(), transaction.isCommitting() && !rolledBack);
        } finally {
            if (!done) {
                transaction.abandon();
            }
        }
    }

    private void settings(Transaction transaction) {
        transaction
                .query(Sql.TRANSACTION_SETTINGS)
                .set("schema", schema)
                .set("lock_limit_ms", Long.toString(waitLimit.toMillis()))
                .set("limit_ms", Long.toString(statementLimit().toMillis()));
    }

    /** Behind that for locks, so that who waited for a lock is told so. */
    private Duration statementLimit() {
        return waitLimit.plus(waitLimit.dividedBy(10)).plusMillis(50);
    }

    /** Asks for the transaction's now. */
    Step clock(Transaction transaction) {
        return transaction
                .query(Sql.TRANSACTION_CLOCK)
                .set("now_ms", clock == null ? null : Long.valueOf(clock.millis()));
    }

    /** A connection of the pool, for who gives it back. */
    Lent lend() {
        if (closed) {
            throw failures.closed();
        }
        try {
            return new Lent(connections.getConnection(), pooled);
        } catch (SQLTransientConnectionException e) {
            if (e.getCause() instanceof SQLException reason) {
                throw failures.of(reason, false);
            }
            throw failures.waited(waitLimit, "a connection of the pool");
        } catch (SQLException e) {
            throw failures.of(e, false);
        }
    }

    @Override
    public void close() {
        closed = true;
        if (ours && connections instanceof AutoCloseable pool) {
            try {
                pool.close();
            } catch (Exception e) {
                System.getLogger(Database.class.getName()).log(System.Logger.Level.DEBUG, "closing the pool", e);
            }
        }
    }
}

package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One transaction of a connection. Statements wait until somebody needs an answer; then all that wait go to the server in one
 * trip. So a transaction is as many trips as it has questions, and its end goes along with the last writes.
 */
final class Transaction {
    private final Connection connection;
    private Trip next = new Trip();
    private boolean once;
    private boolean begun;
    private boolean ended;
    private boolean written;
    private boolean committing;
    private Runnable afterCommit = () -> {};

    Transaction(Connection connection) {
        this.connection = connection;
    }

    /** A statement that reads. */
    Step query(Sql sql) {
        return next.add(sql);
    }

    /** A statement that writes. */
    Step change(Sql sql) {
        written = true;
        return next.add(sql);
    }

    /** The first trip is the last: the transaction's end goes along with it. */
    void endsWithFirstAnswer() {
        once = true;
    }

    /** Sends what waits; the answers are there when this returns. */
    void send() {
        if (next.isEmpty()) {
            return;
        }
        if (ended) {
            throw new IllegalStateException("this transaction was to have one question");
        }
        Trip trip = next;
        next = new Trip();
        begun = true;
        if (once) {
            trip.add(Sql.TRANSACTION_ROLLBACK);
        }
        trip.run(connection);
        ended = once;
    }

    /** Runs a script of the schema at once, behind what waits. */
    void execute(String script) {
        send();
        written = true;
        try (Statement statement = connection.createStatement()) {
            statement.execute(script);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** What to do once the transaction is committed. */
    void afterCommit(Runnable action) {
        afterCommit = action;
    }

    /** Commits if something was written, and rolls back otherwise. A transaction that was never sent is forgotten. */
    void end() {
        if (written) {
            next.add(Sql.TRANSACTION_COMMIT);
            committing = true;
            send();
            afterCommit.run();
        } else if (begun && !ended) {
            next = new Trip();
            next.add(Sql.TRANSACTION_ROLLBACK);
            send();
        }
    }

    /** Whether the commit was sent: from then on an error may come from a server that carried it out. */
    boolean isCommitting() {
        return committing;
    }

    /** Rolls back after a failure; whether that could be done. A connection that cannot even do that is cut. */
    boolean abandon() {
        if (!begun || ended) {
            return true;
        }
        try {
            Trip last = new Trip();
            last.add(Sql.TRANSACTION_ROLLBACK);
            last.run(connection);
            return true;
        } catch (SqlFailure e) {
            cut();
            return false;
        }
    }

    private void cut() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            System.getLogger(Transaction.class.getName())
                    .log(System.Logger.Level.DEBUG, "cutting a connection that failed", e);
        }
    }
}

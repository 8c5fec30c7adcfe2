package dev.a2.store.sql.postgres;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.SessionPage;
import dev.a2.store.StoreException;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import dev.a2.store.kernel.KernelStore;
import dev.a2.store.kernel.RowStore;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.Signals;
import dev.a2.store.sql.jdbc.Row;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One append within a transaction of the caller's: the kernel's rules over a connection that is not ours. */
final class Joining implements RowStore {
    /** What the transaction was set to before. */
    private record Settings(String isolation, String searchPath, String lockTimeout) {
        static Settings read(Row row) {
            return new Settings(row.text("isolation"), row.text("search_path"), row.text("lock_timeout"));
        }

        void ask(Transaction transaction) {
            transaction
                    .query(Sql.TRANSACTION_JOINED_SETTINGS)
                    .set("schema", searchPath)
                    .set("lock_limit", lockTimeout);
        }
    }

    private final PostgresRows rows;
    private final Database database;
    private final Connection connection;
    private final List<Wakeup> wakeups = new ArrayList<>();

    private Joining(PostgresRows rows, Connection connection) {
        this.rows = rows;
        this.database = rows.database();
        this.connection = connection;
    }

    static JoinedAppend append(
            PostgresRows rows, PostgresStore.Options options, Connection connection, AppendRequest request) {
        Joining joining = new Joining(rows, connection);
        joining.checkOpen();
        AppendResult result = new KernelStore(joining, options.ids(), options.limits(), Runnable::run).append(request);
        return new JoinedAppend(result, () -> joining.wakeups.forEach(rows::announceJoined));
    }

    private void checkOpen() {
        try {
            if (connection.getAutoCommit()) {
                throw StoreException.invalid("no transaction is open on this connection, so there is none to join; call"
                        + " setAutoCommit(false) first, and commit afterwards");
            }
        } catch (SQLException e) {
            throw database.failures().of(e, false);
        }
    }

    @Override
    public <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work) {
        Transaction transaction = new Transaction(connection);
        List<Settings> before = new ArrayList<>();
        transaction.query(Sql.TRANSACTION_CURRENT_SETTINGS).list(before, Settings::read);
        new Settings("", database.schema(), Long.toString(database.waitLimit().toMillis())).ask(transaction);
        try {
            PostgresSession session = rows.join(transaction, sessionId);
            session.session();
            try {
                checkIsolation(before.get(0));
                T result = work.apply(session);
                restore(transaction, before.get(0));
                return result;
            } catch (StoreException e) {
                restore(transaction, before.get(0));
                throw e;
            }
        } catch (SqlFailure e) {
            throw database.failures().of(e.reason(), false);
        }
    }

    /** Sends the last writes too. After a failed statement there is nothing to restore: the transaction can only end. */
    private static void restore(Transaction transaction, Settings before) {
        before.ask(transaction);
        transaction.send();
    }

    private void checkIsolation(Settings before) {
        if (!before.isolation().equals("read committed")) {
            throw StoreException.invalid("this transaction is " + before.isolation()
                    + ", so it may not see what was appended since it began; join one that is read committed");
        }
    }

    @Override
    public <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work) {
        return write(sessionId, work);
    }

    @Override
    public void announce(Wakeup wakeup) {
        wakeups.add(wakeup);
    }

    @Override
    public void connect(Signals signals) {}

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        throw new UnsupportedOperationException("only appends join");
    }

    @Override
    public int workShards() {
        throw new UnsupportedOperationException("only appends join");
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        throw new UnsupportedOperationException("only appends join");
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        throw new UnsupportedOperationException("only appends join");
    }

    @Override
    public void close() {}
}

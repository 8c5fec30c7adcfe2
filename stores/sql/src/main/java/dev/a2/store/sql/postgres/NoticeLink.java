package dev.a2.store.sql.postgres;

import dev.a2.store.StoreException;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A connection of the pool that listens for notices, and knows whether they arrive. Used by one thread. */
final class NoticeLink implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(NoticeLink.class.getName());

    /** How long a test may take to come back. */
    private static final Duration TEST_LIMIT = Duration.ofSeconds(1);

    private static final Duration SLICE = Duration.ofMillis(100);

    private final Database database;
    private final Notice.Names names;
    private final Lent lent;
    private final Connection connection;
    private final PGConnection driver;
    private final int formerTimeoutMs;
    private long test;
    private boolean heardTest;

    /** What arrived and was not asked for yet. */
    private List<Notice> heard = new ArrayList<>();

    private NoticeLink(Database database, Notice.Names names, Lent lent) throws SQLException {
        this.database = database;
        this.names = names;
        this.lent = lent;
        this.connection = lent.connection();
        this.driver = connection.unwrap(PGConnection.class);
        this.formerTimeoutMs = connection.getNetworkTimeout();
    }

    /** A link that listens. */
    static NoticeLink open(Database database, Notice.Names names) {
        Lent lent = database.lend();
        try {
            NoticeLink link = new NoticeLink(database, names, lent);
            link.connection.setNetworkTimeout(
                    Runnable::run,
                    Math.toIntExact(database.waitLimit().multipliedBy(2).toMillis()));
            run(link.connection, Sql.WATCH_LISTEN);
            return link;
        } catch (SQLException e) {
            close(lent);
            throw database.failures().of(e, false);
        } catch (SqlFailure e) {
            close(lent);
            throw database.failures().of(e.reason(), false);
        }
    }

    private static void run(Connection connection, Sql sql) {
        Trip trip = new Trip();
        trip.add(sql);
        trip.run(connection);
    }

    /** Whether a notice that another connection sends arrives soon: behind some poolers none does. */
    boolean hearsOthers() {
        database.<@Nullable Void>automatically(other -> {
            sendTest(other);
            return null;
        });
        long end = System.nanoTime() + TEST_LIMIT.toNanos();
        while (!heardTest && System.nanoTime() - end < 0) {
            listen(SLICE);
        }
        return heardTest;
    }

    /** Sends a notice that will be heard here if the link is alive. */
    void beat() {
        sendTest(connection);
    }

    boolean hasHeardItself() {
        return heardTest;
    }

    private void sendTest(Connection through) {
        test = ThreadLocalRandom.current().nextLong();
        heardTest = false;
        try {
            Announcer.test(through, names, test);
        } catch (SqlFailure e) {
            throw database.failures().of(e.reason(), false);
        }
    }

    /** What arrived since the last time, or arrives within a time; as soon as something does. */
    List<Notice> hear(Duration wait) {
        if (heard.isEmpty()) {
            listen(wait);
        }
        List<Notice> notices = heard;
        heard = new ArrayList<>();
        return notices;
    }

    private void listen(Duration wait) {
        try {
            PGNotification[] arrived = driver.getNotifications(Math.toIntExact(wait.toMillis()));
            for (PGNotification one : arrived == null ? new PGNotification[0] : arrived) {
                @Nullable Notice notice = names.read(one.getParameter());
                if (notice != null && notice.kind() == Notice.Kind.TEST) {
                    heardTest |= notice.number() == test;
                } else if (notice != null) {
                    heard.add(notice);
                }
            }
        } catch (SQLException e) {
            throw database.failures().of(e, false);
        }
    }

    /** Ends a wait for notices; any thread may. The link is of no use any more. */
    void cut() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "cutting a connection that listens", e);
        }
    }

    /** Gives the connection back, deaf as it was. */
    @Override
    public void close() {
        try {
            run(connection, Sql.WATCH_UNLISTEN);
            connection.setNetworkTimeout(Runnable::run, formerTimeoutMs);
        } catch (SQLException | SqlFailure e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection that listened is broken", e);
        }
        close(lent);
    }

    private static void close(Lent lent) {
        try {
            lent.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a connection that listened", e);
        }
    }

    /** Whether notices arrive in this database at all. */
    static boolean hearsNotices(Database database, Notice.Names names) {
        try (NoticeLink link = open(database, names)) {
            return link.hearsOthers();
        } catch (StoreException e) {
            return false;
        }
    }
}

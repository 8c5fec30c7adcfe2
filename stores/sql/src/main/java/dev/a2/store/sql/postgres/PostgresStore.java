package dev.a2.store.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.a2.store.AppendRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import dev.a2.store.kernel.KernelStore;
import dev.a2.store.kernel.SerialExecutor;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The store in a Postgres database, 14 or newer, that any number of processes may share. Sessions lie in tables of a schema of
 * their own, which is made when the first store is opened.
 *
 * <p>An append, a claim and a completion take two trips to the server, three with a new session or with log consumers that
 * take some types only. Who writes to a session holds the lock of its row until the commit; different sessions do not wait
 * for each other.
 */
public final class PostgresStore implements AutoCloseable {
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /** The longest name that fits twice into an entry of an index, as consumer and lane do. */
    private static final int LONGEST_NAME = 1_200;

    /**
     * What a Postgres store is built with.
     *
     * @param schema the schema of its tables: small letters, digits and underscores
     * @param connections most connections that work; one more listens
     * @param waitLimit how long a call waits for a connection, for a lock, or for a statement, each, before it fails; and how
     *     long a store that opens tries to reach its server
     * @param pollInterval how often to look for what other stores did where notifications do not arrive
     * @param clock decides leases, holds and presence; null for the server's own clock
     * @param ids names events without id
     * @param limits sizes that it refuses to exceed
     * @param delivery runs listeners, one task at a time and in order
     */
    public record Options(
            String schema,
            int connections,
            Duration waitLimit,
            Duration pollInterval,
            @Nullable InstantSource clock,
            IdSource ids,
            Limits limits,
            Executor delivery) {
        /** Checks names, numbers and times. */
        public Options {
            if (!SCHEMA.matcher(schema).matches()) {
                throw new IllegalArgumentException("\"" + schema
                        + "\" is no schema name; write small letters, digits and underscores, such as a2");
            }
            if (connections < 1 || !waitLimit.isPositive() || !pollInterval.isPositive()) {
                throw new IllegalArgumentException("connections, waitLimit and pollInterval must be positive");
            }
            if (limits.nameBytes() > LONGEST_NAME) {
                throw new IllegalArgumentException("names of " + limits.nameBytes()
                        + " bytes do not fit into an index of" + " Postgres; allow at most " + LONGEST_NAME);
            }
        }

        /**
         * The schema {@code a2}, ten connections, 10 s of patience, a look every 200 ms where notifications do not arrive, the
         * server's clock, ids that grow with time, the contract's limits, listeners on virtual threads.
         */
        public static Options defaults() {
            return new Options(
                    "a2",
                    10,
                    Duration.ofSeconds(10),
                    Duration.ofMillis(200),
                    null,
                    IdSource.timeOrdered(InstantSource.system()),
                    Limits.DEFAULTS,
                    SerialExecutor.onVirtualThreads("a2-postgres-notices"));
        }

        /** The same in this schema. */
        public Options schema(String schema) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with so many connections. */
        public Options connections(int connections) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with this much patience. */
        public Options waitLimit(Duration waitLimit) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same, looking for others' writes this often. */
        public Options pollInterval(Duration pollInterval) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with this clock, for tests; null for the server's. */
        public Options clock(@Nullable InstantSource clock) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with these ids. */
        public Options ids(IdSource ids) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with these limits. */
        public Options limits(Limits limits) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with listeners run here. */
        public Options delivery(Executor delivery) {
            return new Options(schema, connections, waitLimit, pollInterval, clock, ids, limits, delivery);
        }
    }

    private final PostgresRows rows;
    private final SessionStore sessions;
    private final Options options;

    private PostgresStore(Database database, Options options) {
        this.options = options;
        PostgresSchema.bringUpToDateOncePossible(database, options.schema());
        this.rows = new PostgresRows(database, options);
        this.sessions = new KernelStore(rows, options.ids(), options.limits(), options.delivery());
    }

    private static PostgresStore opened(Database database, Options options) {
        try {
            return new PostgresStore(database, options);
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** A store in this database, with a pool of connections of its own. */
    public static SessionStore open(String url) {
        return open(url, Options.defaults());
    }

    /**
     * A store in this database, with a pool of connections of its own.
     *
     * @param url {@code postgres://user:password@host:port/database}, with settings of the driver and {@code schema} and
     *     {@code connections} behind a question mark, which go before the options
     * @throws dev.a2.store.StoreException STORE_NOT_CONFIGURED when the server is too old, a standby, not in UTF-8, refuses
     *     us, or has tables that newer code wrote; STORE_UNAVAILABLE when it cannot be reached
     */
    public static SessionStore open(String url, Options options) {
        return connect(url, options).sessions;
    }

    /** The same, also for appends within transactions of the caller's. */
    public static PostgresStore connect(String url, Options options) {
        return opened(database(url, options), asked(PostgresUrl.parse(url), options));
    }

    static Database database(String url, Options options) {
        PostgresUrl parsed = PostgresUrl.parse(url);
        Options asked = asked(parsed, options);
        return new Database(pool(parsed, asked), true, asked, failures(parsed, asked));
    }

    /**
     * A store on the application's own connections, which stay open when the store is closed. It keeps one of them to listen.
     * Give it a time limit on the network, such as the driver's {@code socketTimeout}.
     */
    public static PostgresStore connect(DataSource connections, Options options) {
        PostgresFailures failures = new PostgresFailures("Postgres, schema " + options.schema());
        return opened(new Database(connections, false, options, failures), options);
    }

    /**
     * What there is to know of a database and of how a store with these options would use it. Changes nothing there.
     *
     * @return in the order in which one wants to read it; one entry, that it is wrong, where it cannot be used
     */
    public static List<Diagnosis> diagnose(String url, Options options) {
        try (Database database = database(url, options)) {
            return PostgresDoctor.diagnose(database, asked(PostgresUrl.parse(url), options));
        }
    }

    /**
     * Reads a URL without opening anything.
     *
     * @throws IllegalArgumentException when it names no Postgres database, or asks for what there is not
     */
    public static void check(String url) {
        asked(PostgresUrl.parse(url), Options.defaults());
    }

    /** A URL without its secrets. */
    public static String shown(String url) {
        return PostgresUrl.shown(url);
    }

    private static Options asked(PostgresUrl url, Options options) {
        Options asked = options;
        for (String name : url.own().keySet()) {
            String value = String.valueOf(url.own().get(name));
            asked = name.equals("schema") ? asked.schema(value) : asked.connections(number(name, value));
        }
        return asked;
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a number, not \"" + value + "\"", e);
        }
    }

    private static PostgresFailures failures(PostgresUrl url, Options options) {
        return new PostgresFailures(url.place() + ", schema " + options.schema());
    }

    private static HikariDataSource pool(PostgresUrl url, Options options) {
        Properties driver = new Properties();
        long waitSeconds = Math.max(1, options.waitLimit().toSeconds());
        driver.setProperty("ApplicationName", "a2");
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("connectTimeout", Long.toString(waitSeconds));
        // Longer than a statement may take: only a link that is dead runs into it.
        driver.setProperty("socketTimeout", Long.toString(2 * waitSeconds + 1));
        // What the server adds to an error may hold what was stored.
        driver.setProperty("logServerErrorDetail", "false");
        driver.putAll(url.driver());
        HikariConfig config = new HikariConfig();
        config.setPoolName("a2-postgres");
        config.setJdbcUrl(url.jdbcUrl());
        config.setDataSourceProperties(driver);
        config.setMaximumPoolSize(options.connections() + 1);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Math.max(250, options.waitLimit().toMillis()));
        // The first call tells what is wrong.
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** The store. */
    public SessionStore sessions() {
        return sessions;
    }

    /**
     * Appends within a transaction of the caller's: the events, and the work that they give rise to, are there with
     * everything else that the transaction wrote, or not at all. The session stays locked until the transaction ends. The
     * connection's search path and settings are as before afterwards.
     *
     * @param connection of the database that the store is in, in a transaction at the level READ COMMITTED
     * @return what was appended; tell it once the transaction is committed, and workers and feeds wake at once. Otherwise they
     *     find it when they next look
     * @throws dev.a2.store.StoreException as an append does; INVALID_ARGUMENT when no transaction is open or its isolation is
     *     another. The transaction can only be rolled back then
     */
    public JoinedAppend append(Connection connection, AppendRequest request) {
        return Joining.append(rows, options, connection, request);
    }

    /** Closes the store, and its pool if that is its own. */
    @Override
    public void close() {
        sessions.close();
    }
}

package dev.a2.store.sql.sqlite;

import dev.a2.store.StoreException;
import dev.a2.store.sql.jdbc.SqlFailure;
import dev.a2.store.sql.jdbc.SqlFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;

/** A database file: whether it is ours, and how connections to it are opened. */
final class SqliteFile {
    static final SqlFiles<Sql> SQL = SqlFiles.load(Sql.class, "sqlite");

    private static final String OLDEST_ENGINE = "3.51.3";
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 100;
    private static final int APPLICATION_ID_AT = 68;
    /** "A2SS"; the statement {@link Sql#FILE_CLAIM} writes it. */
    private static final int APPLICATION_ID = 0x41325353;

    /** The log is moved into the database at 16 MiB; more than the engine's own 4 MiB, so that hot pages move less often. */
    private static final int CHECKPOINT_PAGES = 4_000;

    /** Past this the log did not start over, because somebody always read; then it is made to. */
    static final long LONG_LOG_BYTES = 32L << 20;

    private static final int WRITER_CACHE_KIB = 32_000;
    private static final int READER_CACHE_KIB = 8_000;

    private final Path path;
    private final SqliteStore.Sync sync;
    private final Duration waitLimit;
    private final SqliteFailures failures;

    SqliteFile(Path path, SqliteStore.Sync sync, Duration waitLimit, SqliteFailures failures) {
        this.path = path;
        this.sync = sync;
        this.waitLimit = waitLimit;
        this.failures = failures;
    }

    /** How long a call waits for its turn, or for a lock. */
    Duration waitLimit() {
        return waitLimit;
    }

    /** Refuses an engine that may damage files: older ones lose data when a checkpoint meets a commit (F49). */
    void checkEngine() {
        try (Link link = new Link(new SQLiteConfig().createConnection("jdbc:sqlite::memory:"), SQL)) {
            String version = link.query(Sql.FILE_ENGINE_VERSION).first(row -> row.text("engine_version"));
            if (version == null || isTooOld(version)) {
                throw failures.notConfigured(
                        "needs SQLite " + OLDEST_ENGINE + " or newer, not " + version + "; update sqlite-jdbc", null);
            }
        } catch (SQLException e) {
            throw failures.before(new SqlFailure(e));
        }
    }

    static boolean isTooOld(String version) {
        return Arrays.compare(parts(version), parts(OLDEST_ENGINE)) < 0;
    }

    private static int[] parts(String version) {
        return Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Refuses what is not ours without touching it; a file that is missing or empty becomes ours. */
    void claim() {
        checkPlace();
        if (!isOurs(header())) {
            create();
        }
    }

    /** Refuses what is not ours, also what could become so. */
    void checkOurs() {
        checkPlace();
        if (!isOurs(header())) {
            throw failures.notConfigured("does not exist, or is empty", null);
        }
    }

    private void checkPlace() {
        if (path.toString().indexOf('?') >= 0) {
            throw failures.notConfigured(
                    "has a question mark in its name, which the driver cannot open; name another", null);
        }
        Path folder = path.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw failures.notConfigured("lies in a folder that does not exist; create " + folder, null);
        }
        if (Files.isDirectory(path)) {
            throw failures.notConfigured("is a folder; name a file in it", null);
        }
    }

    /** Whether it is; if not, it may become so. */
    private boolean isOurs(byte[] header) {
        if (header.length == 0) {
            return false;
        }
        if (header.length < HEADER_BYTES || !Arrays.equals(MAGIC, Arrays.copyOf(header, MAGIC.length))) {
            throw failures.notConfigured("is not a SQLite database; name another file", null);
        }
        if (ByteBuffer.wrap(header).getInt(APPLICATION_ID_AT) != APPLICATION_ID) {
            throw failures.notConfigured("is a database of another application; name another file", null);
        }
        return true;
    }

    private byte[] header() {
        if (!Files.exists(path)) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(HEADER_BYTES);
        } catch (IOException e) {
            throw failures.unavailable(StoreException.Effect.NOT_APPLIED, "cannot be read", e);
        }
    }

    private void create() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(millis(waitLimit));
        try (Link link = open(config)) {
            link.query(Sql.FILE_CLAIM).run();
        } catch (SqlFailure e) {
            throw failures.before(e);
        }
    }

    /** A connection that writes; it never waits for a lock by itself. */
    Link openWriter() {
        return openWriting(Duration.ZERO);
    }

    /** A connection for upkeep, which waits for readers so long. */
    Link openWriting(Duration busyLimit) {
        SQLiteConfig config = common(busyLimit);
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(sync == SqliteStore.Sync.FULL ? SynchronousMode.FULL : SynchronousMode.NORMAL);
        config.setCacheSize(-WRITER_CACHE_KIB);
        config.setWalAutocheckpoint(CHECKPOINT_PAGES);
        config.setJournalSizeLimit((int) LONG_LOG_BYTES);
        return open(config);
    }

    /** A connection that cannot write. */
    Link openReader() {
        SQLiteConfig config = common(waitLimit);
        config.setReadOnly(true);
        config.setCacheSize(-READER_CACHE_KIB);
        return open(config);
    }

    private static SQLiteConfig common(Duration busyLimit) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(millis(busyLimit));
        config.setTempStore(TempStore.MEMORY);
        config.setPragma(Pragma.MMAP_SIZE, "0");
        // Else the driver asks for the row's number after every insert.
        config.setGetGeneratedKeys(false);
        return config;
    }

    private static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
    }

    /** Turning on the log needs the file for itself, and the engine does not wait for that. */
    private Link open(SQLiteConfig config) {
        long patience = System.nanoTime() + waitLimit.toNanos();
        while (true) {
            try {
                return inOurHands(config.createConnection("jdbc:sqlite:" + path));
            } catch (SQLException e) {
                SqlFailure failure = new SqlFailure(e);
                if (!SqliteFailures.isBusy(failure) || System.nanoTime() - patience >= 0) {
                    throw failures.before(failure);
                }
                LockSupport.parkNanos(this, Duration.ofMillis(2).toNanos());
            }
        }
    }

    /** In auto-commit mode the driver tries to begin a transaction of its own behind each statement, also inside of ours. */
    private static Link inOurHands(Connection connection) throws SQLException {
        Link link = new Link(connection, SQL);
        connection.setAutoCommit(false);
        // Turning it off begins one.
        link.query(Sql.TRANSACTION_ROLLBACK).run();
        return link;
    }

    /** The file's length on the disk. */
    long bytes() {
        return bytes(path);
    }

    /** The log's length on the disk. */
    long logBytes() {
        return bytes(path.resolveSibling(path.getFileName() + "-wal"));
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // there is none at the moment
        }
    }
}

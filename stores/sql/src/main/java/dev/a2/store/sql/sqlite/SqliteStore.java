package dev.a2.store.sql.sqlite;

import dev.a2.store.Diagnosis;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import dev.a2.store.kernel.KernelStore;
import dev.a2.store.kernel.SerialExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The embedded store: one SQLite file that any number of processes on one machine may share. Writes of many callers are
 * grouped into one commit, so durable throughput rises with concurrency.
 */
public final class SqliteStore {
    /** When a commit counts as done. */
    public enum Sync {
        /** Once the disk has it: what was acknowledged survives a power cut. */
        FULL,
        /**
         * Once the operating system has it: what was acknowledged survives a crash of the process, but the last commits
         * may be lost in a power cut. The file stays consistent either way.
         */
        NORMAL
    }

    /**
     * What a SQLite store is built with.
     *
     * @param sync when a commit counts as done
     * @param waitLimit how long a call waits for its turn, or for another process's lock, before it fails
     * @param readers most connections that read at once
     * @param pollInterval how often to look for what other processes wrote
     * @param clock decides leases, holds and presence
     * @param ids names events without id; ids that grow keep the index of ids fast
     * @param limits sizes that it refuses to exceed
     * @param delivery runs listeners, one task at a time and in order
     */
    public record Options(
            Sync sync,
            Duration waitLimit,
            int readers,
            Duration pollInterval,
            InstantSource clock,
            IdSource ids,
            Limits limits,
            Executor delivery) {
        /** Checks that numbers and times are positive. */
        public Options {
            if (readers < 1 || !waitLimit.isPositive() || !pollInterval.isPositive()) {
                throw new IllegalArgumentException("readers, waitLimit and pollInterval must be positive");
            }
        }

        /**
         * Every acknowledged commit on the disk, 10 s of patience, four readers, a look every 20 ms, the system's clock,
         * ids that grow with time, the contract's limits, listeners on virtual threads.
         */
        public static Options defaults() {
            InstantSource clock = InstantSource.system();
            return new Options(
                    Sync.FULL,
                    Duration.ofSeconds(10),
                    4,
                    Duration.ofMillis(20),
                    clock,
                    IdSource.timeOrdered(clock),
                    Limits.DEFAULTS,
                    SerialExecutor.onVirtualThreads("a2-sqlite-notices"));
        }

        /** The same with this durability. */
        public Options sync(Sync sync) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with this much patience. */
        public Options waitLimit(Duration waitLimit) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with so many readers. */
        public Options readers(int readers) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same, looking for others' writes this often. */
        public Options pollInterval(Duration pollInterval) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with this clock. */
        public Options clock(InstantSource clock) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with these ids. */
        public Options ids(IdSource ids) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with these limits. */
        public Options limits(Limits limits) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }

        /** The same with listeners run here. */
        public Options delivery(Executor delivery) {
            return new Options(sync, waitLimit, readers, pollInterval, clock, ids, limits, delivery);
        }
    }

    private SqliteStore() {}

    /**
     * What there is to know of a file and of how a store with these options would use it. Changes nothing there.
     *
     * @return in the order in which one wants to read it; one entry, that it is wrong, where the file cannot be used
     */
    public static List<Diagnosis> diagnose(Path file, Options options) {
        Path path = file.toAbsolutePath().normalize();
        SqliteFailures failures = new SqliteFailures(path);
        return SqliteDoctor.diagnose(
                new SqliteFile(path, options.sync(), options.waitLimit(), failures), options.sync(), failures);
    }

    /** A store on this file, which is made if it does not exist; its folder must. */
    public static SessionStore open(Path file) {
        return open(file, Options.defaults());
    }

    /**
     * A store on this file, which is made if it does not exist; its folder must.
     *
     * @throws dev.a2.store.StoreException STORE_NOT_CONFIGURED when the file is no store of ours, or one that newer code
     *     wrote; nothing was touched then
     */
    public static SessionStore open(Path file, Options options) {
        return new KernelStore(SqliteRows.open(file, options), options.ids(), options.limits(), options.delivery());
    }
}

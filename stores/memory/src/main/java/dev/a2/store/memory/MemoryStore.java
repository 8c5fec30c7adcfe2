package dev.a2.store.memory;

import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import dev.a2.store.kernel.KernelStore;
import dev.a2.store.kernel.SerialExecutor;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/** The store that keeps everything in this process's memory and loses it with the process. */
public final class MemoryStore {
    /**
     * What a memory store is built with.
     *
     * @param clock decides leases, holds and presence
     * @param ids names events without id
     * @param limits sizes that it refuses to exceed
     * @param delivery runs listeners, one task at a time and in order
     */
    public record Options(InstantSource clock, IdSource ids, Limits limits, Executor delivery) {
        /** The system's clock, ids that grow with time, the contract's limits, listeners on virtual threads. */
        public static Options defaults() {
            InstantSource clock = InstantSource.system();
            return new Options(
                    clock,
                    IdSource.timeOrdered(clock),
                    Limits.DEFAULTS,
                    SerialExecutor.onVirtualThreads("a2-memory-notices"));
        }

        /** The same with this clock. */
        public Options clock(InstantSource clock) {
            return new Options(clock, ids, limits, delivery);
        }

        /** The same with these ids. */
        public Options ids(IdSource ids) {
            return new Options(clock, ids, limits, delivery);
        }

        /** The same with these limits. */
        public Options limits(Limits limits) {
            return new Options(clock, ids, limits, delivery);
        }

        /** The same with listeners run here. */
        public Options delivery(Executor delivery) {
            return new Options(clock, ids, limits, delivery);
        }
    }

    private MemoryStore() {}

    /** A store of its own, by the system's clock. */
    public static SessionStore open() {
        return open(Options.defaults());
    }

    /** A store of its own, with a clock and ids from outside. */
    public static SessionStore open(InstantSource clock, IdSource ids) {
        return open(Options.defaults().clock(clock).ids(ids));
    }

    /** A store of its own. */
    public static SessionStore open(Options options) {
        return open(new MemoryStorage(), options);
    }

    /** A store on storage that other stores may share. */
    public static SessionStore open(MemoryStorage storage, Options options) {
        return new KernelStore(
                new MemoryRows(storage, options.clock()), options.ids(), options.limits(), options.delivery());
    }
}

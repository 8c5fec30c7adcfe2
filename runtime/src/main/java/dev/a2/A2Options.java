package dev.a2;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import java.time.Duration;

/**
 * How an {@link A2} behaves. Begin with {@link #defaults} and change what you like.
 *
 * @param worker begins the name under which this process holds claims; something random follows
 * @param workers whether handlers run here; without, this A2 only appends, reads and follows
 * @param claimTtl how long a dead worker's events wait before another takes over; claims are renewed at a third of it
 * @param pollInterval how often to look for work that nobody told us of
 * @param concurrency how many handlers run at once
 * @param shutdownGrace how long {@link A2#close} lets handlers finish before it interrupts them (RT-11)
 * @param snapshotDistance after how many events a state is stored again (RT-15)
 * @param sweepInterval how often to look through all sessions for log consumers that fell behind because a deployment
 *     that does not know them appended; a sweep costs a call per session and log consumer, spread out. Zero: never
 * @param patience how long calls are repeated while the store is unavailable, before they fail; 0: not at all
 * @param codec turns events, states and presence values into JSON
 * @param platform time, threads, ids
 * @param listener hears what happens
 */
public record A2Options(
        String worker,
        boolean workers,
        Duration claimTtl,
        Duration pollInterval,
        Concurrency concurrency,
        Duration shutdownGrace,
        int snapshotDistance,
        Duration sweepInterval,
        Duration patience,
        Codec codec,
        Platform platform,
        A2Listener listener) {
    private static final A2Options DEFAULTS = new A2Options(
            "worker",
            true,
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Concurrency.DEFAULTS,
            Duration.ofSeconds(20),
            100,
            Duration.ofMinutes(10),
            Duration.ofSeconds(5),
            new JacksonCodec(),
            SystemPlatform.shared(),
            new A2Listener() {});

    /** Checks names and numbers. */
    public A2Options {
        require(!worker.isEmpty(), "the worker's name is empty");
        require(claimTtl.toMillis() >= 10, "claimTtl must be at least 10 ms, not " + claimTtl);
        require(pollInterval.toMillis() >= 1, "pollInterval must be at least 1 ms, not " + pollInterval);
        require(!shutdownGrace.isNegative(), "shutdownGrace must not be negative, and is " + shutdownGrace);
        require(snapshotDistance >= 1, "snapshotDistance must be at least 1, not " + snapshotDistance);
        require(!sweepInterval.isNegative(), "sweepInterval must not be negative, and is " + sweepInterval);
        require(!patience.isNegative(), "patience must not be negative, and is " + patience);
        claimTtl = Duration.ofMillis(claimTtl.toMillis());
    }

    /**
     * Workers on, claims of 30 s, a poll each second, {@link Concurrency#DEFAULTS}, 20 s of grace, a snapshot each 100
     * events, a sweep each 10 minutes, 5 s of patience, Jackson, the machine's platform, nobody listening.
     */
    public static A2Options defaults() {
        return DEFAULTS;
    }

    /** The same under another name. */
    public A2Options worker(String worker) {
        return new Changes(this).worker(worker).build();
    }

    /** The same with handlers running here or not. */
    public A2Options workers(boolean workers) {
        return new Changes(this).workers(workers).build();
    }

    /** The same with another length of claims. */
    public A2Options claimTtl(Duration claimTtl) {
        return new Changes(this).claimTtl(claimTtl).build();
    }

    /** The same with another interval of looking for work. */
    public A2Options pollInterval(Duration pollInterval) {
        return new Changes(this).pollInterval(pollInterval).build();
    }

    /** The same with other limits. */
    public A2Options concurrency(Concurrency concurrency) {
        return new Changes(this).concurrency(concurrency).build();
    }

    /** The same with another grace. */
    public A2Options shutdownGrace(Duration shutdownGrace) {
        return new Changes(this).shutdownGrace(shutdownGrace).build();
    }

    /** The same with another distance of snapshots. */
    public A2Options snapshotDistance(int snapshotDistance) {
        return new Changes(this).snapshotDistance(snapshotDistance).build();
    }

    /** The same with another interval of sweeps. */
    public A2Options sweepInterval(Duration sweepInterval) {
        return new Changes(this).sweepInterval(sweepInterval).build();
    }

    /** The same with more or less patience. */
    public A2Options patience(Duration patience) {
        return new Changes(this).patience(patience).build();
    }

    /** The same with another codec. */
    public A2Options codec(Codec codec) {
        return new Changes(this).codec(codec).build();
    }

    /** The same on another platform. */
    public A2Options platform(Platform platform) {
        return new Changes(this).platform(platform).build();
    }

    /** The same with another listener. */
    public A2Options listener(A2Listener listener) {
        return new Changes(this).listener(listener).build();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Saves each wither from naming all components. */
    private static final class Changes {
        private String worker;
        private boolean workers;
        private Duration claimTtl;
        private Duration pollInterval;
        private Concurrency concurrency;
        private Duration shutdownGrace;
        private int snapshotDistance;
        private Duration sweepInterval;
        private Duration patience;
        private Codec codec;
        private Platform platform;
        private A2Listener listener;

        Changes(A2Options from) {
            worker = from.worker;
            workers = from.workers;
            claimTtl = from.claimTtl;
            pollInterval = from.pollInterval;
            concurrency = from.concurrency;
            shutdownGrace = from.shutdownGrace;
            snapshotDistance = from.snapshotDistance;
            sweepInterval = from.sweepInterval;
            patience = from.patience;
            codec = from.codec;
            platform = from.platform;
            listener = from.listener;
        }

        Changes worker(String worker) {
            this.worker = worker;
            return this;
        }

        Changes workers(boolean workers) {
            this.workers = workers;
            return this;
        }

        Changes claimTtl(Duration claimTtl) {
            this.claimTtl = claimTtl;
            return this;
        }

        Changes pollInterval(Duration pollInterval) {
            this.pollInterval = pollInterval;
            return this;
        }

        Changes concurrency(Concurrency concurrency) {
            this.concurrency = concurrency;
            return this;
        }

        Changes shutdownGrace(Duration shutdownGrace) {
            this.shutdownGrace = shutdownGrace;
            return this;
        }

        Changes snapshotDistance(int snapshotDistance) {
            this.snapshotDistance = snapshotDistance;
            return this;
        }

        Changes sweepInterval(Duration sweepInterval) {
            this.sweepInterval = sweepInterval;
            return this;
        }

        Changes patience(Duration patience) {
            this.patience = patience;
            return this;
        }

        Changes codec(Codec codec) {
            this.codec = codec;
            return this;
        }

        Changes platform(Platform platform) {
            this.platform = platform;
            return this;
        }

        Changes listener(A2Listener listener) {
            this.listener = listener;
            return this;
        }

        A2Options build() {
            return new A2Options(
                    worker,
                    workers,
                    claimTtl,
                    pollInterval,
                    concurrency,
                    shutdownGrace,
                    snapshotDistance,
                    sweepInterval,
                    patience,
                    codec,
                    platform,
                    listener);
        }
    }
}

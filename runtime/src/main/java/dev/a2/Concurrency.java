package dev.a2;

/**
 * How many handlers run at once (RT-4).
 *
 * <p>Half of the process's slots are set aside in equal parts for each consumer, so that slow ones never take all (RT-12).
 *
 * @param perProcess in this A2
 * @param perSession of one session and consumer
 * @param perConsumer of one consumer, unless its own setting says otherwise
 */
public record Concurrency(int perProcess, int perSession, int perConsumer) {
    /** 256 in the process, 32 of one session and consumer, 64 of one consumer. */
    public static final Concurrency DEFAULTS = new Concurrency(256, 32, 64);

    /** Checks that all are positive. */
    public Concurrency {
        if (perProcess < 1 || perSession < 1 || perConsumer < 1) {
            throw new IllegalArgumentException("concurrency limits must be at least 1: " + perProcess + " per process, "
                    + perSession + " per session, " + perConsumer + " per consumer");
        }
    }
}

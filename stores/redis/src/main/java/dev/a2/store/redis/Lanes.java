package dev.a2.store.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The ways to one server that calls share. Calls of one session always use the same one. */
final class Lanes implements AutoCloseable {
    private static final long LONGEST_TICK_NANOS = 500_000_000;

    private final RedisOptions.Timeouts timeouts;
    private final List<Lane> lanes = new ArrayList<>();
    private final KeyLocking locking;
    private volatile boolean closed;

    /**
     * As many as the options say.
     *
     * @param wires opens the wire of each, by its place
     */
    Lanes(RedisOptions options, KeyLocking locking, IntFunction<? extends Wire> wires) {
        this.timeouts = options.timeouts();
        this.locking = locking;
        for (int i = 0; i < options.lanes(); i++) {
            int place = i;
            lanes.add(new Lane(() -> wires.apply(place), timeouts, "a2-redis-lane-" + i));
        }
        Thread.ofPlatform().daemon().name("a2-redis-watch").start(this::watch);
    }

    private void watch() {
        long tickNanos = Math.min(LONGEST_TICK_NANOS, timeouts.answer().toNanos() / 10);
        while (!closed) {
            LockSupport.parkNanos(this, tickNanos);
            lanes.forEach(Lane::watch);
        }
    }

    /** As {@link Commands#send}. */
    List<@Nullable Object> send(byte[] key, List<Command> commands) {
        Lane lane = lanes.get(Math.floorMod(Arrays.hashCode(key), lanes.size()));
        return locking.send(key, commands, sent -> sendOn(lane, sent));
    }

    private static List<@Nullable Object> sendOn(Lane lane, List<Command> commands) {
        List<@Nullable Object> replies = lane.send(commands);
        for (int i = 0; i < replies.size(); i++) {
            Command instead = insteadOf(commands.get(i), replies.get(i));
            while (instead != null) {
                replies.set(i, lane.send(List.of(instead)).get(0));
                instead = insteadOf(instead, replies.get(i));
            }
        }
        return replies;
    }

    /** What to send when a script did not run, because the server did not know it or has no memory left; null: nothing. */
    private static @Nullable Command insteadOf(Command command, @Nullable Object reply) {
        if (Failures.is("NOSCRIPT", reply)) {
            return command.withText();
        }
        return Failures.is("OOM", reply) ? command.whenFull() : null;
    }

    /** How often a wire broke. */
    long interruptions() {
        return lanes.stream().mapToLong(Lane::interruptions).sum();
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
        closed = true;
    }
}

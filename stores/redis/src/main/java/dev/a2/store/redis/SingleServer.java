package dev.a2.store.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/** One server that holds everything. Calls of one session always use the same lane. */
final class SingleServer implements Commands {
    private static final long LONGEST_TICK_NANOS = 500_000_000;

    private final RedisOptions options;
    private final List<Lane> lanes = new ArrayList<>();
    private final KeyLocking locking = new KeyLocking();
    private volatile boolean closed;

    SingleServer(RedisOptions options) {
        this.options = options;
        for (int i = 0; i < options.lanes(); i++) {
            lanes.add(new Lane(options, "a2-redis-lane-" + i));
        }
        Thread.ofPlatform().daemon().name("a2-redis-watch").start(this::watch);
    }

    private void watch() {
        long tickNanos =
                Math.min(LONGEST_TICK_NANOS, options.timeouts().answer().toNanos() / 10);
        while (!closed) {
            LockSupport.parkNanos(this, tickNanos);
            lanes.forEach(Lane::watch);
        }
    }

    @Override
    public List<@Nullable Object> send(byte[] key, List<Command> commands) {
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

    @Override
    public List<@Nullable Object> sendEach(List<byte[]> keys, List<Command> commands) {
        return commands.isEmpty() ? List.of() : send(keys.get(0), commands);
    }

    @Override
    public <T> T everywhere(Function<List<Commands>, T> look) {
        return look.apply(List.of(this));
    }

    @Override
    public boolean isOneServer() {
        return true;
    }

    @Override
    public Connection listening() {
        return Link.connect(options);
    }

    @Override
    public <T extends @Nullable Object> T alone(byte[] key, Function<Link, T> work) {
        Link link;
        try {
            link = Link.open(options);
        } catch (JedisException e) {
            throw Failures.notSent("there is no connection: " + e.getMessage(), e);
        }
        try {
            return work.apply(link);
        } finally {
            link.close();
        }
    }

    @Override
    public long interruptions() {
        return lanes.stream().mapToLong(Lane::interruptions).sum();
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
        closed = true;
    }
}

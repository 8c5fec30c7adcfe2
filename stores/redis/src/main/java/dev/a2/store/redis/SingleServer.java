package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/** One server that holds everything. */
final class SingleServer implements OneServer {
    private final RedisOptions options;
    private final Lanes lanes;

    SingleServer(RedisOptions options) {
        this.options = options;
        this.lanes = new Lanes(options, new KeyLocking(Script.Form.PLAIN), place -> Link.open(options));
    }

    @Override
    public List<@Nullable Object> send(byte[] key, List<Command> commands) {
        return lanes.send(key, commands);
    }

    @Override
    public Ear ear(Keys keys) {
        return new PubSubEar(this::listening, options.timeouts().answer(), keys.silentChannel());
    }

    Connection listening() {
        return Link.connect(options);
    }

    @Override
    public <T extends @Nullable Object> T creating(List<byte[]> absent, Function<Transaction, T> work) {
        return alone(link -> work.apply(new WatchedTransaction(link, absent)));
    }

    @Override
    public Diagnosis permissions() {
        return alone(link -> {
            try {
                return new Permissions(options).diagnose(link);
            } catch (JedisException e) {
                throw Failures.notSent("the connection broke: " + e.getMessage(), e);
            }
        });
    }

    /** Works with the server over a connection of its own. */
    private <T extends @Nullable Object> T alone(Function<Link, T> work) {
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
        return lanes.interruptions();
    }

    @Override
    public void close() {
        lanes.close();
    }
}

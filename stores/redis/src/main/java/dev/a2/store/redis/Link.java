package dev.a2.store.redis;

import java.io.IOException;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** One connection to a server. One thread at a time. */
final class Link implements Wire {
    private final Connection connection;
    private final Durability durability;
    private final @Nullable Command waiting;

    private Link(Connection connection, RedisOptions options) {
        this.connection = connection;
        this.durability = options.safety().durability();
        this.waiting = durability.waiting(options.timeouts().answer());
    }

    /**
     * Connects and introduces us.
     *
     * @throws JedisException when that fails; nothing of ours was sent then
     */
    static Link open(RedisOptions options) {
        return new Link(connect(options), options);
    }

    static Connection connect(RedisOptions options) {
        RedisOptions.Sentinels sentinels = options.sentinels();
        return sentinels == null ? connect(options, options.server()) : Whereabouts.connect(options, sentinels);
    }

    static Connection connect(RedisOptions options, RedisOptions.Server server) {
        HostAndPort at = new HostAndPort(server.host(), server.port());
        SSLContext tls = server.tls();
        JedisClientConfig config = DefaultJedisClientConfig.builder()
                .resp2()
                .autoNegotiateProtocol(false)
                .connectionTimeoutMillis(
                        Math.toIntExact(options.timeouts().connect().toMillis()))
                .socketTimeoutMillis(Math.toIntExact(options.timeouts().answer().toMillis()))
                .user(server.user())
                .password(server.password())
                .database(server.database())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .build();
        JedisSocketFactory plain = new DefaultJedisSocketFactory(at, config);
        return new Connection(tls == null ? plain : Tls.over(plain, at, tls), config);
    }

    /** All writes among them share one wait until they are durable; one that is not in time has {@link NotDurable} for its reply. */
    @Override
    public void exchange(List<Command> commands, List<@Nullable Object> replies) {
        for (Command command : commands) {
            connection.sendCommand(command.arguments());
        }
        Command last = commands.stream().anyMatch(Command::isLasting) ? waiting : null;
        if (last != null) {
            connection.sendCommand(last.arguments());
        }
        int start = replies.size();
        for (int i = 0; i < commands.size(); i++) {
            replies.add(reply());
        }
        if (last != null) {
            Object confirmed = reply();
            if (!durability.isReached(confirmed)) {
                withdraw(commands, replies.subList(start, replies.size()), new NotDurable(durability, confirmed));
            }
        }
    }

    private @Nullable Object reply() {
        try {
            return connection.getOne();
        } catch (JedisDataException e) {
            return e;
        }
    }

    /** An error reply stays what it is: nothing was written then. */
    private static void withdraw(List<Command> commands, List<@Nullable Object> replies, NotDurable instead) {
        for (int i = 0; i < replies.size(); i++) {
            if (commands.get(i).isLasting() && !(replies.get(i) instanceof RuntimeException)) {
                replies.set(i, instead);
            }
        }
    }

    @Override
    public void cut() {
        try {
            connection.forceDisconnect();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    @Override
    public void close() {
        try {
            connection.disconnect();
        } catch (JedisException e) {
            // It is gone either way.
        }
    }
}

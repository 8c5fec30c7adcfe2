package dev.a2.store.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** One connection to a server. One thread at a time. */
final class Link {
    private final Connection connection;

    private Link(Connection connection) {
        this.connection = connection;
    }

    /**
     * Connects and introduces us.
     *
     * @throws JedisException when that fails; nothing of ours was sent then
     */
    static Link open(RedisOptions options) {
        return new Link(connect(options));
    }

    static Connection connect(RedisOptions options) {
        RedisOptions.Server server = options.server();
        JedisClientConfig config = DefaultJedisClientConfig.builder()
                .resp2()
                .autoNegotiateProtocol(false)
                .connectionTimeoutMillis(
                        Math.toIntExact(options.timeouts().connect().toMillis()))
                .socketTimeoutMillis(Math.toIntExact(options.timeouts().answer().toMillis()))
                .user(server.user())
                .password(server.password())
                .database(server.database())
                .sslOptions(server.tls() ? SslOptions.defaults() : null)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .build();
        return new Connection(new HostAndPort(server.host(), server.port()), config);
    }

    /**
     * Sends commands and reads as many replies, which go into {@code replies} as they come, errors as exceptions.
     *
     * @throws JedisException when the connection failed; the link is of no use then
     */
    void exchange(List<Command> commands, List<@Nullable Object> replies) {
        for (Command command : commands) {
            connection.sendCommand(command::verb, command.words());
        }
        for (int i = 0; i < commands.size(); i++) {
            try {
                replies.add(connection.getOne());
            } catch (JedisDataException e) {
                replies.add(e);
            }
        }
    }

    void close() {
        try {
            connection.disconnect();
        } catch (JedisException e) {
            // It is gone either way.
        }
    }
}

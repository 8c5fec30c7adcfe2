package dev.a2.store.redis;

import dev.a2.store.redis.RedisOptions.Node;
import dev.a2.store.redis.RedisOptions.Sentinels;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** Where a server is at the moment, if sentinels watch over it. Whoever connects asks anew, so nothing here can be out of date. */
final class Whereabouts {
    private static final Command HELLO = Command.of("HELLO");

    private Whereabouts() {}

    /**
     * A connection to the server that its sentinels name.
     *
     * @throws JedisException when none answers, or what they name is not the primary just now
     */
    static Connection connect(RedisOptions options, Sentinels sentinels) {
        Connection connection = Link.connect(options, primary(options, sentinels));
        try {
            connection.sendCommand(HELLO.arguments());
            if (!Replies.property(Replies.list(connection.getOne()), "role").equals("master")) {
                throw new JedisConnectionException("sentinels name a server that is no primary yet, or no more");
            }
            return connection;
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static RedisOptions.Server primary(RedisOptions options, Sentinels sentinels) {
        Command ask = Command.of("SENTINEL", "GET-MASTER-ADDR-BY-NAME", sentinels.master());
        StringBuilder problems = new StringBuilder();
        for (Node node : sentinels.nodes()) {
            RedisOptions.Server sentinel = new RedisOptions.Server(
                    node.host(), node.port(), 0, options.server().tls(), sentinels.user(), sentinels.password());
            try (Connection connection = Link.connect(options, sentinel)) {
                connection.sendCommand(ask.arguments());
                Object reply = connection.getOne();
                if (reply != null) {
                    List<@Nullable Object> address = Replies.list(reply);
                    return options.server()
                            .at(Replies.text(address.get(0)), Integer.parseInt(Replies.text(address.get(1))));
                }
                problems.append("; ").append(node).append(" does not know it");
            } catch (JedisException e) {
                problems.append("; ").append(node).append(": ").append(e.getMessage());
            }
        }
        throw new JedisConnectionException("no sentinel says where \"" + sentinels.master() + "\" is" + problems);
    }
}

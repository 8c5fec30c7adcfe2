package dev.a2.store.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to a server. One thread at a time. */
interface Wire {
    /**
     * Sends commands and reads as many replies, which go into {@code replies} as they come, errors as exceptions.
     *
     * @throws redis.clients.jedis.exceptions.JedisException when some did not come, so that nobody knows whether those
     *     commands were carried out; the wire is of no use then
     */
    void exchange(List<Command> commands, List<@Nullable Object> replies);

    /** Has whoever uses it fail, from any thread, even one that waits to write. */
    void cut();

    void close();
}

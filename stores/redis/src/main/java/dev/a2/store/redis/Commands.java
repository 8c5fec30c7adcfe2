package dev.a2.store.redis;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * The servers, as the operations see them. Any thread may call; calls of many threads share connections. No command
 * is ever sent again once it may have run.
 */
interface Commands extends AutoCloseable {
    /**
     * Runs commands on keys of one slot, in order, in one round trip; others may come in between. They are sent whatever
     * becomes of those before them. While their slot moves, they may come out of order.
     *
     * @return the replies: byte arrays, longs, lists of these, or null; error replies as {@link RuntimeException}s
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when a reply did not come
     */
    List<@Nullable Object> send(byte[] key, List<Command> commands);

    /**
     * Runs reads on keys of any slots, each on the key at its place.
     *
     * @return the replies, as {@link #send}
     */
    List<@Nullable Object> sendEach(List<byte[]> keys, List<Command> commands);

    /**
     * Runs one command.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE for an error reply too
     */
    default @Nullable Object run(byte[] key, Command command) {
        return Failures.checked(command, send(key, List.of(command)).get(0));
    }

    /**
     * Works with the server that has a key over a connection of its own.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when there is none
     */
    <T extends @Nullable Object> T alone(byte[] key, Function<Link, T> work);

    /**
     * Looks at all keys, server by server. While keys move from one to another it looks at each server twice, in the same
     * order, so that a key which moves once is found at one place or both.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when servers come and go
     */
    <T> T everywhere(Function<List<Commands>, T> look);

    /** Whether one server holds all keys, so that one script may touch those of several hash tags. */
    boolean isOneServer();

    /**
     * A connection to listen on: to some server, another one each time if there are several.
     *
     * @throws redis.clients.jedis.exceptions.JedisException when there is none
     */
    Connection listening();

    /** How often connections broke, or keys turned out to be elsewhere, so far: another server may answer since. */
    long interruptions();

    @Override
    void close();
}

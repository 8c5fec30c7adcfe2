package dev.a2.store.redis;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server, as the operations see it. Any thread may call; calls of many threads share connections. No command is ever
 * sent twice by itself.
 */
interface Commands extends AutoCloseable {
    /**
     * Runs commands on keys of one slot, in order, in one round trip; others may come in between. They are sent whatever
     * becomes of those before them.
     *
     * @return the replies: byte arrays, longs, lists of these, or null; error replies as {@link RuntimeException}s
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when a reply did not come
     */
    List<@Nullable Object> send(byte[] key, List<Command> commands);

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

    @Override
    void close();
}

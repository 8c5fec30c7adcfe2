package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
     * Creates what these keys belong to, all at once, unless one of them came into being meanwhile.
     *
     * @param absent of one slot
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when the server cannot be reached
     */
    <T extends @Nullable Object> T creating(List<byte[]> absent, Function<Transaction, T> work);

    /** Whether this user may do all that the store does, where that can be told. */
    Diagnosis permissions();

    /**
     * Looks at all keys, server by server. While keys move from one to another it looks at each server twice, in the same
     * order, so that a key which moves once is found at one place or both.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when servers come and go
     */
    <T> T everywhere(Function<List<Commands>, T> look);

    /** Whether one server holds all keys, so that one script may touch those of several hash tags. */
    boolean isOneServer();

    /** Hears what is published. */
    Ear ear(Keys keys);

    /** How often connections broke, or keys turned out to be elsewhere, so far: another server may answer since. */
    long interruptions();

    @Override
    void close();
}

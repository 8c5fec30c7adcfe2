package dev.a2.store.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that a server carries out together or not at all. One thread. */
interface Transaction {
    /** Reads before anything is queued. */
    List<@Nullable Object> read(Command... commands);

    /** Queues a command. */
    void add(Command command);

    /** Carries them out; whether it did. */
    boolean commit();
}

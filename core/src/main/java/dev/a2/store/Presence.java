package dev.a2.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Ephemeral values per session, participant and field (PRS). They need no log: a session without events may have some. */
public interface Presence {
    /**
     * Writes values, each unless a newer one is stored (PRS-1), and tells other processes what was applied (PRS-2).
     * Atomic per call, repeatable.
     *
     * @return the applied fields; nothing when every field lost
     */
    Optional<PresencePatch> setPresence(PresenceUpdate update);

    /** The values that have not expired, without tombstones (PRS-3), in no promised order. */
    List<PresenceEntry> readPresence(String sessionId);

    /** Hears patches that others applied, also other stores on this storage; never this store's own (PRS-2). */
    Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener);
}

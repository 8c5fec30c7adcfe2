package dev.a2.store;

import dev.a2.codec.Json;
import java.util.Set;

/**
 * A state to keep (SNP-2).
 *
 * @param pins the heads whose handlers must see it on every attempt
 */
public record SnapshotWrite(long index, Json state, Set<HeadRef> pins) {
    /** Checks the index (VAL-4). */
    public SnapshotWrite {
        Checks.index("snapshot index", index);
        pins = Copies.ordered(pins);
    }
}

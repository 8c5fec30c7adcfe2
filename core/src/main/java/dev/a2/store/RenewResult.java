package dev.a2.store;

import java.util.List;

/**
 * What became of the claims, each list by index, then consumer. A claim in neither list was not extended, but nothing
 * tells its holder to stop (REN-3).
 *
 * @param renewed extended
 * @param superseded the holder must stop: the head is done, cleared, or somebody else's
 */
public record RenewResult(List<HeadRef> renewed, List<HeadRef> superseded) {
    /** Copies the lists. */
    public RenewResult {
        renewed = List.copyOf(renewed);
        superseded = List.copyOf(superseded);
    }
}

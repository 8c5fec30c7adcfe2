package dev.a2.store;

import java.util.List;

/** States of reducers as of an index. They are a cache of the log: losing one costs a longer fold, never a state. */
public interface Snapshots {
    /** What to fold a state from, as of one moment (SNP-1, SNP-6). Cost grows with the events after the snapshot. */
    StateRead readState(ReadStateRequest request);

    /**
     * Keeps states (SNP-2 to SNP-5). Writes from before the marker are dropped, later ones merged by index. Repeatable.
     *
     * @throws StoreException INVALID_ARGUMENT for an index beyond the frontier
     */
    void putSnapshots(String sessionId, String reducer, List<SnapshotWrite> writes);
}

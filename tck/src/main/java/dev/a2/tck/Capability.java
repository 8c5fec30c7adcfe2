package dev.a2.tck;

/** What some tests need of a store beyond the contract. A store that lacks one says why; those tests are skipped and counted. */
public enum Capability {
    /** A second store opened on a storage sees what the first wrote. */
    SHARED_STORAGE,
    /** A stored event can be taken away behind the store's back. */
    LOSE_EVENT,
    /** The work index can be emptied behind the store's back. */
    LOSE_WORK_INDEX
}

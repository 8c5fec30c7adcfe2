package dev.a2.store;

/** Why a store refused a call or could not answer it. The names are the contract's, the same on every wire. */
public enum ErrorCode {
    /** The cause's attempt no longer owns its head (APP-7). */
    SUPERSEDED_ATTEMPT,
    /** Some but not all ids of a batch exist, one stands twice in it, or a retried batch is not the one stored (APP-3). */
    PARTIAL_DUPLICATE_BATCH,
    /** Work that stems from before a clear tried to append (APP-6), or a clear ended what was being read (RD-2). */
    SESSION_CLEARED,
    /** The frontier is not the one that the append was made conditional on (APP-15). */
    CONFLICT,
    /** The store cannot answer now; repeating the call with the same ids and attempt is always safe. */
    STORE_UNAVAILABLE,
    /** The store holds another layout or schema version, or lacks what it needs. Not worth repeating. */
    STORE_NOT_CONFIGURED,
    /** The call is malformed (VAL), over a size limit, or names an index beyond the frontier. */
    INVALID_ARGUMENT
}

package dev.a2.store;

import java.util.List;

/**
 * Claims, attempts, dead letters and cursors. Each call is one atomic step; whoever loses a race sees the result of the
 * winner. Heads are ordered by index, then consumer (UTF-16), then event cursor before lanes (UTF-8 bytes).
 */
public interface WorkQueue {
    /**
     * Takes every free head of the served consumers (CLM-1 to CLM-9), starting an attempt of each.
     *
     * <p>Not repeatable as it is: a second call does not return what the first took, unless {@code resume} is set, which
     * makes a claim whose answer was lost safe to ask for again. A claim that is never completed, failed or released
     * lapses at its expiry and costs one failure. Cost grows with the heads that are taken or held, not with the log.
     *
     * @throws StoreException STORE_UNAVAILABLE when the event of a head is missing: nothing was claimed (CLM-7)
     */
    ClaimResult claimAvailable(ClaimRequest request);

    /** Extends claims that are still this holder's and tells which ones to stop (REN-1 to REN-4). Repeatable. */
    RenewResult renewClaims(RenewRequest request);

    /**
     * Gives claims back before their expiry, at no failure; the heads are claimable at once (REL-1). Repeatable.
     *
     * @return what this call gave back, by index, then consumer
     */
    List<HeadRef> releaseClaims(ReleaseRequest request);

    /**
     * Ends an attempt: its head is done, its cursor moves on and the returned events are appended, all in one step
     * (CMP-1 to CMP-7). Repeatable: the same completion returns the same events. A superseded one writes nothing.
     *
     * @throws StoreException INVALID_ARGUMENT for an index beyond the frontier; PARTIAL_DUPLICATE_BATCH when a returned
     *     id exists, or when the attempt was completed with other events
     */
    CompleteResult completeAttempt(CompleteRequest request);

    /**
     * Ends an attempt without success: the head is held until its retry time, or becomes a dead letter (FAIL-1 to
     * FAIL-6). Repeatable until somebody claims the head again.
     *
     * @throws StoreException INVALID_ARGUMENT for an index beyond the frontier
     */
    FailResult failAttempt(FailRequest request);

    /** The dead letters above the marker (DL-1). Cost grows with their number. */
    List<Head> deadLetters(String sessionId);

    /** Makes a dead letter live again, or skips it (DL-2 to DL-4). A repeat finds nothing to redrive. */
    RedriveResult redrive(RedriveRequest request);

    /** Where all consumers stand (CUR-1): by consumer, then lane, event cursors last by head. */
    List<Cursor> cursors(String sessionId);

    /** Brings one log cursor up to date without an append (CUR-2, CUR-3). Repeatable. */
    WakeLogResult wakeLog(WakeLogRequest request);
}

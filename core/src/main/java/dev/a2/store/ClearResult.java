package dev.a2.store;

/**
 * What a clear did.
 *
 * @param cleared whether the session is cleared as asked, now or by an earlier try
 * @param index the frontier after it
 * @param clearIndex the latest clear marker, 0 if none
 */
public record ClearResult(boolean cleared, long index, long clearIndex) {}

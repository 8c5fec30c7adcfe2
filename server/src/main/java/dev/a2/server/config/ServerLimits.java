package dev.a2.server.config;

import java.time.Duration;

/**
 * What one client can make the server hold (SRV-3, SRV-4).
 *
 * @param connections most TCP connections at once
 * @param headerBytes most bytes of a request's line and headers
 * @param bodyBytes most bytes of a request's body
 * @param batchEvents most events of one append or completion
 * @param requestTime how long a request's body may take to come in
 * @param idleTime how long a connection may stay without a request
 * @param feeds most feeds open at once
 * @param feedsPerCaller most feeds that one token (or, without tokens, one address) has open at once
 * @param feedBytes how far a live reader of a feed may fall behind, in bytes of frames, before it is cut off
 * @param claimsWaiting most claims that wait for work at once
 */
public record ServerLimits(
        int connections,
        int headerBytes,
        int bodyBytes,
        int batchEvents,
        Duration requestTime,
        Duration idleTime,
        int feeds,
        int feedsPerCaller,
        int feedBytes,
        int claimsWaiting) {
    /** Enough for ten thousand browsers; a request is read in 30 s. */
    public static final ServerLimits DEFAULTS = new ServerLimits(
            20_000,
            16 << 10,
            9 << 20,
            1_000,
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            10_000,
            10_000,
            1 << 20,
            1_000);

    /** The same with other limits of feeds. */
    public ServerLimits feeds(int feeds, int feedsPerCaller, int feedBytes) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requestTime,
                idleTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }

    /** The same with other limits of requests. */
    public ServerLimits requests(int bodyBytes, int batchEvents, Duration requestTime) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requestTime,
                idleTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }

    /** The same with other limits of connections. */
    public ServerLimits connections(int connections, Duration idleTime) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requestTime,
                idleTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }
}

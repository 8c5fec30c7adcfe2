package dev.a2.server.config;

import java.time.Duration;

/**
 * What one client can make the server hold (SRV-3, SRV-4).
 *
 * @param connections most TCP connections at once
 * @param headerBytes most bytes of a request's line and headers
 * @param bodyBytes most bytes of a request's body
 * @param batchEvents most events of one append or completion
 * @param requests most requests at once that are not answered yet; open feeds do not count
 * @param bufferBytes most bytes that all requests and answers under way hold together
 * @param headerTime how long a request's headers may take to come in
 * @param requestTime how long a request's body may take to come in
 * @param idleTime how long a connection may stay without a request
 * @param writeTime how long a client may leave an answer in the server's hands
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
        int requests,
        long bufferBytes,
        Duration headerTime,
        Duration requestTime,
        Duration idleTime,
        Duration writeTime,
        int feeds,
        int feedsPerCaller,
        int feedBytes,
        int claimsWaiting) {
    /** Enough for ten thousand browsers; a request is read in 40 s, and all of them hold a sixteenth of the heap. */
    public static final ServerLimits DEFAULTS = new ServerLimits(
            20_000,
            16 << 10,
            9 << 20,
            1_000,
            4_000,
            Math.clamp(Runtime.getRuntime().maxMemory() / 16, 32 << 20, 512 << 20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
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
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }

    /** The same with another limit of claims. */
    public ServerLimits claims(int claimsWaiting) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
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
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
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
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }

    /** The same with other limits of all requests together. */
    public ServerLimits together(int requests, long bufferBytes) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }

    /** The same with other times. */
    public ServerLimits times(Duration headerTime, Duration requestTime, Duration idleTime, Duration writeTime) {
        return new ServerLimits(
                connections,
                headerBytes,
                bodyBytes,
                batchEvents,
                requests,
                bufferBytes,
                headerTime,
                requestTime,
                idleTime,
                writeTime,
                feeds,
                feedsPerCaller,
                feedBytes,
                claimsWaiting);
    }
}

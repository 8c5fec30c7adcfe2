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
        Changes changes = new Changes(this);
        changes.feeds = feeds;
        changes.feedsPerCaller = feedsPerCaller;
        changes.feedBytes = feedBytes;
        return changes.build();
    }

    /** The same with another limit of claims. */
    public ServerLimits claims(int claimsWaiting) {
        Changes changes = new Changes(this);
        changes.claimsWaiting = claimsWaiting;
        return changes.build();
    }

    /** The same with other limits of requests. */
    public ServerLimits requests(int bodyBytes, int batchEvents, Duration requestTime) {
        Changes changes = new Changes(this);
        changes.bodyBytes = bodyBytes;
        changes.batchEvents = batchEvents;
        changes.requestTime = requestTime;
        return changes.build();
    }

    /** The same with other limits of connections. */
    public ServerLimits connections(int connections, Duration idleTime) {
        Changes changes = new Changes(this);
        changes.connections = connections;
        changes.idleTime = idleTime;
        return changes.build();
    }

    /** The same with other limits of all requests together. */
    public ServerLimits together(int requests, long bufferBytes) {
        Changes changes = new Changes(this);
        changes.requests = requests;
        changes.bufferBytes = bufferBytes;
        return changes.build();
    }

    /** The same with other times. */
    public ServerLimits times(Duration headerTime, Duration requestTime, Duration idleTime, Duration writeTime) {
        Changes changes = new Changes(this);
        changes.headerTime = headerTime;
        changes.requestTime = requestTime;
        changes.idleTime = idleTime;
        changes.writeTime = writeTime;
        return changes.build();
    }

    /** Saves each wither from naming all components. */
    private static final class Changes {
        private int connections;
        private int headerBytes;
        private int bodyBytes;
        private int batchEvents;
        private int requests;
        private long bufferBytes;
        private Duration headerTime;
        private Duration requestTime;
        private Duration idleTime;
        private Duration writeTime;
        private int feeds;
        private int feedsPerCaller;
        private int feedBytes;
        private int claimsWaiting;

        Changes(ServerLimits from) {
            connections = from.connections;
            headerBytes = from.headerBytes;
            bodyBytes = from.bodyBytes;
            batchEvents = from.batchEvents;
            requests = from.requests;
            bufferBytes = from.bufferBytes;
            headerTime = from.headerTime;
            requestTime = from.requestTime;
            idleTime = from.idleTime;
            writeTime = from.writeTime;
            feeds = from.feeds;
            feedsPerCaller = from.feedsPerCaller;
            feedBytes = from.feedBytes;
            claimsWaiting = from.claimsWaiting;
        }

        ServerLimits build() {
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
}

package dev.a2.cli;

import dev.a2.server.config.ServerLimits;
import java.time.Duration;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What one client can make a server hold. */
final class LimitOptions {
    private static final ServerLimits DEFAULTS = ServerLimits.DEFAULTS;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at once. Default: ${DEFAULT-VALUE}")
    private int connections = DEFAULTS.connections();

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "Bytes of a request's body. Default: ${DEFAULT-VALUE}")
    private int bodyBytes = DEFAULTS.bodyBytes();

    @Option(
            names = "--max-batch",
            paramLabel = "N",
            description = "Events of one append or completion. Default: ${DEFAULT-VALUE}")
    private int batchEvents = DEFAULTS.batchEvents();

    @Option(
            names = "--request-time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a body may take to come in. Default: 30s")
    private Duration requestTime = DEFAULTS.requestTime();

    @Option(
            names = "--idle-time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a connection may stay without a request. Default: 1m")
    private Duration idleTime = DEFAULTS.idleTime();

    @Option(names = "--max-feeds", paramLabel = "N", description = "Feeds open at once. Default: ${DEFAULT-VALUE}")
    private int feeds = DEFAULTS.feeds();

    @Option(
            names = "--max-feeds-per-caller",
            paramLabel = "N",
            description = "Feeds that one token, or without tokens one address, has open. Default: ${DEFAULT-VALUE}")
    private int feedsPerCaller = DEFAULTS.feedsPerCaller();

    @Option(
            names = "--max-feed-lag",
            paramLabel = "BYTES",
            description =
                    "How far a live reader of a feed may fall behind before it is cut off. Default: ${DEFAULT-VALUE}")
    private int feedBytes = DEFAULTS.feedBytes();

    @Option(
            names = "--max-claims-waiting",
            paramLabel = "N",
            description = "Claims that wait for work at once. Default: ${DEFAULT-VALUE}")
    private int claimsWaiting = DEFAULTS.claimsWaiting();

    @Option(
            names = "--max-requests",
            paramLabel = "N",
            description = "Requests at once that are not answered yet, feeds aside. Default: ${DEFAULT-VALUE}")
    private int requests = DEFAULTS.requests();

    @Option(
            names = "--max-buffered",
            paramLabel = "BYTES",
            description =
                    "Bytes that all requests and answers under way hold together. Default: a sixteenth of the heap")
    private long bufferBytes = DEFAULTS.bufferBytes();

    /** Checked. */
    ServerLimits limits() {
        boolean positive = IntStream.of(
                                connections,
                                bodyBytes,
                                batchEvents,
                                feeds,
                                feedsPerCaller,
                                feedBytes,
                                claimsWaiting,
                                requests)
                        .allMatch(limit -> limit > 0)
                && bufferBytes > 0;
        if (!positive || requestTime.isZero() || idleTime.isZero()) {
            throw new IllegalArgumentException("every limit (--max-…, --request-time, --idle-time) must be over 0");
        }
        return DEFAULTS.connections(connections, idleTime)
                .requests(bodyBytes, batchEvents, requestTime)
                .together(requests, bufferBytes)
                .feeds(feeds, feedsPerCaller, feedBytes)
                .claims(claimsWaiting);
    }
}

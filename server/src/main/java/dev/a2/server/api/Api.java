package dev.a2.server.api;

import dev.a2.server.access.Gatekeeper;
import dev.a2.server.config.ServerLimits;
import dev.a2.server.engine.Engine;
import dev.a2.server.engine.Readiness;
import dev.a2.server.feed.Feeds;
import dev.a2.server.metrics.Metrics;
import dev.a2.server.work.WorkDesk;
import java.util.ArrayList;
import java.util.List;

/** The whole interface: every route of a server. */
public final class Api {
    private Api() {}

    /**
     * The router of a server.
     *
     * @param parts what it serves
     */
    public static Router router(Parts parts) {
        ServerLimits limits = parts.limits();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new EventsApi(parts.engine(), parts.metrics(), limits.batchEvents()).routes());
        routes.addAll(new FeedApi(parts.engine(), parts.feeds()).routes());
        routes.addAll(new SessionsApi(parts.engine()).routes());
        routes.addAll(new PresenceApi(parts.engine(), parts.feeds()).routes());
        routes.addAll(new TokensApi(parts.gatekeeper()).routes());
        routes.addAll(new WorkApi(parts.work(), parts.engine()::now, limits.batchEvents()).routes());
        routes.addAll(new OperationsApi(parts.readiness(), parts.metrics()).routes());
        routes.addAll(new ConsoleApi().routes());
        return new Router(
                routes, parts.gatekeeper(), new Bodies(limits.bodyBytes(), limits.requestTime()), parts.metrics());
    }

    /** What an interface serves. */
    public record Parts(
            Engine engine,
            Feeds feeds,
            WorkDesk work,
            Readiness readiness,
            Metrics metrics,
            Gatekeeper gatekeeper,
            ServerLimits limits) {}
}

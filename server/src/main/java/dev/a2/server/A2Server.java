package dev.a2.server;

import dev.a2.A2Options;
import dev.a2.server.access.Gatekeeper;
import dev.a2.server.api.Api;
import dev.a2.server.api.Router;
import dev.a2.server.config.ServerLimits;
import dev.a2.server.config.ServerOptions;
import dev.a2.server.engine.Engine;
import dev.a2.server.engine.Readiness;
import dev.a2.server.feed.Feeds;
import dev.a2.server.http.HttpFront;
import dev.a2.server.metrics.Metrics;
import dev.a2.server.work.WorkDesk;
import dev.a2.store.SessionStore;
import java.net.URI;
import java.util.List;

/**
 * A store behind HTTP: events, live feeds, work for consumers in any language, and the console.
 *
 * <pre>{@code
 * try (SessionStore store = SqliteStore.open(Path.of("a2.db"));
 *         A2Server server = A2Server.open(store, ServerOptions.defaults())) {
 *     System.out.println(server.address());
 * }
 * }</pre>
 *
 * <p>It does not own the store: open both in one {@code try}, the store first.
 */
public final class A2Server implements AutoCloseable {
    private final Engine engine;
    private final Readiness readiness;
    private final Feeds feeds;
    private final WorkDesk work;
    private final Router router;
    private final HttpFront front;
    private final URI address;

    private A2Server(Api.Parts parts, Router router, HttpFront front, URI address) {
        this.engine = parts.engine();
        this.readiness = parts.readiness();
        this.feeds = parts.feeds();
        this.work = parts.work();
        this.router = router;
        this.front = front;
        this.address = address;
    }

    /**
     * Begins to serve.
     *
     * @throws IllegalArgumentException for options that do not fit together, such as no tokens on an address that others reach
     * @throws java.io.UncheckedIOException when it cannot listen there
     */
    public static A2Server open(SessionStore store, ServerOptions options) {
        ServerLimits limits = options.limits();
        Gatekeeper gatekeeper = new Gatekeeper(
                options.access(),
                options.host(),
                options.port(),
                options.runtime().platform().clock());
        Metrics metrics = new Metrics();
        A2Options runtime = options.runtime();
        Engine engine = new Engine(
                store,
                options.contract(),
                runtime.shutdownGrace(options.shutdownGrace()).listener(metrics.listener(runtime.listener())));
        Readiness readiness = new Readiness(engine);
        Feeds feeds = new Feeds(
                engine,
                new Feeds.Settings(options.heartbeat(), limits.feeds(), limits.feedsPerCaller(), limits.feedBytes()),
                metrics);
        WorkDesk work = new WorkDesk(engine, metrics, limits.claimsWaiting());
        Api.Parts parts = new Api.Parts(engine, feeds, work, readiness, metrics, gatekeeper, limits);
        Router router = Api.router(parts);
        HttpFront front;
        try {
            front = HttpFront.listen(
                    new HttpFront.Settings(options.host(), options.port(), limits, options.shutdownGrace()), router);
        } catch (RuntimeException e) {
            feeds.close();
            work.close();
            engine.close();
            throw e;
        }
        URI address = URI.create("http://" + inAddress(options.host()) + ":" + front.port());
        gatekeeper.listensOn(front.port());
        return new A2Server(parts, router, front, address);
    }

    /** The host as it stands in an address; loopback stands for all of this machine's. */
    private static String inAddress(String host) {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "0:0:0:0:0:0:0:0" -> "[::1]";
            default -> host.contains(":") ? "[" + host + "]" : host;
        };
    }

    /** What it answers, as {@code GET /healthz}, for whoever describes it. */
    public List<String> operations() {
        return router.routes().stream()
                .map(route -> route.method() + " " + route.template())
                .toList();
    }

    /** Where it is reached. */
    public URI address() {
        return address;
    }

    /** How many claims of workers wait for work. */
    public int waitingClaims() {
        return work.claims();
    }

    /** Ends feeds with a hint to come back, answers claims that wait, lets requests and handlers finish for the grace, and ends (SRV-5). */
    @Override
    public void close() {
        readiness.close();
        feeds.close();
        work.close();
        front.close();
        engine.close();
    }
}

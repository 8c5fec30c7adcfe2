package dev.a2.server.api;

import dev.a2.UndecodableEventException;
import dev.a2.codec.InvalidJsonException;
import dev.a2.server.access.Caller;
import dev.a2.server.access.Gatekeeper;
import dev.a2.server.http.Endpoint;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.StoreException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Finds the route of a request, lets the gatekeeper see it, and answers whatever goes wrong as a problem. */
public final class Router implements Endpoint {
    private static final System.Logger LOG = System.getLogger(Router.class.getName());

    private final List<Route> routes;
    private final RouteTable table;
    private final Gatekeeper gatekeeper;
    private final Bodies bodies;
    private final Metrics metrics;

    Router(List<Route> routes, Gatekeeper gatekeeper, Bodies bodies, Metrics metrics) {
        this.routes = List.copyOf(routes);
        this.table = new RouteTable(routes);
        this.gatekeeper = gatekeeper;
        this.bodies = bodies;
        this.metrics = metrics;
    }

    /** All routes. */
    public List<Route> routes() {
        return routes;
    }

    @Override
    public HttpReply answer(HttpRequest request) {
        long start = System.nanoTime();
        List<RouteTable.Found> here = table.at(request.path());
        RouteTable.Found found = here.stream()
                .filter(match -> match.route().knows(request.method()))
                .findFirst()
                .orElse(null);
        HttpReply reply;
        try {
            reply = found == null ? unknown(request, here) : route(request, found);
        } catch (Problem problem) {
            reply = problem.reply();
        } catch (InvalidJsonException | UndecodableEventException e) {
            reply = Problem.invalid(String.valueOf(e.getMessage())).reply();
        } catch (StoreException e) {
            reply = problem(e).reply();
        } catch (RuntimeException | StackOverflowError e) {
            reply = failure(e).reply();
        }
        String template = found == null ? "unknown" : found.route().template();
        String method = found == null ? "any" : found.route().method();
        metrics.answered(method, template, reply.status(), System.nanoTime() - start);
        return gatekeeper.opened(request, reply.with("X-Content-Type-Options", "nosniff"));
    }

    private HttpReply route(HttpRequest request, RouteTable.Found found) {
        Right right = found.route().right();
        Caller caller = gatekeeper.admit(request, right == Right.PUBLIC);
        Call call = new Call(request, caller, found.variables(), bodies);
        if (!right.isGiven(caller, call)) {
            throw new Problem(ProblemCode.FORBIDDEN, caller.name() + " may not do this");
        }
        return found.route().handler().answer(call);
    }

    private HttpReply unknown(HttpRequest request, List<RouteTable.Found> here) {
        gatekeeper.checkHost(request);
        String methods =
                here.stream().map(match -> match.route().method()).distinct().collect(Collectors.joining(", "));
        if (methods.isEmpty()) {
            throw Problem.notFound("there is nothing at " + request.path() + "; /openapi.json tells what there is");
        }
        if (Gatekeeper.isPreflight(request)) {
            return gatekeeper.preflight(request, methods);
        }
        throw new Problem(ProblemCode.METHOD_NOT_ALLOWED, request.path() + " knows " + methods).with("Allow", methods);
    }

    private static Problem problem(StoreException e) {
        ProblemCode code = ProblemCode.valueOf(e.code().name());
        String message = String.valueOf(e.getMessage());
        String detail = message.startsWith(code.name() + ": ")
                ? message.substring(code.name().length() + 2)
                : message;
        Problem problem = new Problem(code, detail);
        return code == ProblemCode.STORE_UNAVAILABLE ? problem.with("Retry-After", "1") : problem;
    }

    private static Problem failure(Throwable error) {
        String mark = UUID.randomUUID().toString();
        LOG.log(System.Logger.Level.ERROR, "a request failed; its caller was told the mark " + mark, error);
        return new Problem(ProblemCode.INTERNAL, "the server's log tells more under the mark " + mark);
    }
}

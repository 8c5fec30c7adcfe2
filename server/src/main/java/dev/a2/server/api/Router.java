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
import dev.a2.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Finds the route of a request, lets the gatekeeper see it, and answers whatever goes wrong as a problem. */
public final class Router implements Endpoint {
    private static final System.Logger LOG = System.getLogger(Router.class.getName());

    private final List<Route> routes;
    private final Gatekeeper gatekeeper;
    private final Bodies bodies;

    Router(List<Route> routes, Gatekeeper gatekeeper, Bodies bodies) {
        this.routes = List.copyOf(routes);
        this.gatekeeper = gatekeeper;
        this.bodies = bodies;
    }

    /** All routes. */
    public List<Route> routes() {
        return routes;
    }

    @Override
    public HttpReply answer(HttpRequest request) {
        HttpReply reply;
        try {
            reply = route(request);
        } catch (Problem problem) {
            reply = problem.reply();
        } catch (InvalidJsonException | UndecodableEventException e) {
            reply = Problem.invalid(String.valueOf(e.getMessage())).reply();
        } catch (StoreException e) {
            reply = problem(e).reply();
        } catch (RuntimeException | StackOverflowError e) {
            reply = failure(e).reply();
        }
        return reply.with("X-Content-Type-Options", "nosniff");
    }

    private HttpReply route(HttpRequest request) {
        List<String> segments = Route.segments(request.path());
        Route found = null;
        Optional<Map<String, String>> variables = Optional.empty();
        for (Route route : routes) {
            Optional<Map<String, String>> match = route.match(segments);
            if (match.isPresent() && route.method().equals(request.method())) {
                found = route;
                variables = match;
                break;
            }
        }
        if (found == null) {
            gatekeeper.checkHost(request);
            throw unknown(request, segments);
        }
        Caller caller = gatekeeper.admit(request, found.right() == Right.PUBLIC);
        Call call = new Call(request, caller, variables.orElseThrow(), bodies);
        if (!found.right().isGiven(caller, call)) {
            throw new Problem(ProblemCode.FORBIDDEN, caller.name() + " may not do this");
        }
        return found.handler().answer(call);
    }

    private Problem unknown(HttpRequest request, List<String> segments) {
        String methods = routes.stream()
                .filter(route -> route.match(segments).isPresent())
                .map(Route::method)
                .distinct()
                .collect(Collectors.joining(", "));
        if (methods.isEmpty()) {
            return Problem.notFound("there is nothing at " + request.path() + "; /openapi.json tells what there is");
        }
        return new Problem(ProblemCode.METHOD_NOT_ALLOWED, request.path() + " knows " + methods).with("Allow", methods);
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

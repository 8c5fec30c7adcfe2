package dev.a2.server.api;

import dev.a2.server.engine.Engine;
import dev.a2.server.http.HttpReply;
import java.util.List;

/** Health and what operators look at. */
final class OperationsApi {
    private final Engine engine;

    OperationsApi(Engine engine) {
        this.engine = engine;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/healthz", Right.PUBLIC, call -> HttpReply.json("{\"status\":\"ok\"}")),
                Route.get("/readyz", Right.PUBLIC, this::ready));
    }

    private HttpReply ready(Call call) {
        engine.store().bounds("a2.ready");
        return HttpReply.json("{\"status\":\"ready\"}");
    }
}

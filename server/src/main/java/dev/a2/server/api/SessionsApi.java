package dev.a2.server.api;

import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.server.engine.Engine;
import dev.a2.server.engine.Summaries;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.wire.Times;
import dev.a2.server.wire.WorkJson;
import dev.a2.store.RedriveRequest;
import dev.a2.store.SessionBounds;
import java.util.List;

/** Sessions, their states and their work. */
final class SessionsApi {
    private static final int MOST_SESSIONS = 500;

    private final Engine engine;
    private final Summaries summaries;

    SessionsApi(Engine engine) {
        this.engine = engine;
        this.summaries = new Summaries(engine.store());
    }

    List<Route> routes() {
        String session = "/v1/sessions/{session}";
        return List.of(
                Route.get("/v1/sessions", Right.READ, this::list),
                Route.get("/v1/contracts", Right.READ, this::contracts),
                Route.get(session, Right.READ_SESSION, this::summary),
                Route.get(session + "/state/{reducer}", Right.READ_SESSION, this::state),
                Route.get(session + "/cursors", Right.READ_SESSION, this::cursors),
                Route.get(session + "/dead-letters", Right.READ, this::deadLetters),
                Route.post(session + "/dead-letters/{consumer}/{index}", Right.OPERATE, this::redrive),
                Route.post(session + "/clear", Right.OPERATE, this::clear));
    }

    private HttpReply list(Call call) {
        call.allowQuery("state", "from", "limit");
        Summaries.Filter filter = switch (call.query("state").orElse("all")) {
            case "all" -> Summaries.Filter.ALL;
            case "pending" -> Summaries.Filter.PENDING;
            case "dead" -> Summaries.Filter.DEAD;
            default -> throw Problem.invalid("the parameter state must be all, pending or dead");
        };
        Summaries.Page page =
                summaries.page(filter, call.query("from").orElse(null), call.queryLimit(100, MOST_SESSIONS));
        JsonLine line = new JsonLine()
                .array("sessions", page.sessions(), summary -> summary.line().toString());
        if (page.next() == null) {
            line.raw("next", "null");
        }
        return reply(line.text("next", page.next()));
    }

    private HttpReply summary(Call call) {
        call.allowQuery();
        return reply(summaries.of(call.session()).line());
    }

    private HttpReply contracts(Call call) {
        call.allowQuery();
        return HttpReply.json(new JsonLine()
                .array(
                        "contracts",
                        engine.contract().eventTypes().isEmpty() ? List.of() : List.of(engine.contract()),
                        contract -> new JsonLine()
                                .text("name", contract.name())
                                .texts("eventTypes", contract.eventTypes())
                                .texts("reducers", contract.reducers().keySet())
                                .texts("consumers", contract.served().names())
                                .toString())
                .toString());
    }

    private HttpReply state(Call call) {
        call.allowQuery("at");
        return HttpReply.json(engine.state(call.session(), call.name("reducer"), call.queryNumber("at"))
                .json());
    }

    private HttpReply cursors(Call call) {
        call.allowQuery();
        SessionBounds bounds = engine.store().bounds(call.session());
        return reply(new JsonLine()
                .array("cursors", engine.store().cursors(call.session()), WorkJson::cursor)
                .number("frontier", bounds.frontier())
                .number("clearIndex", bounds.clearIndex()));
    }

    private HttpReply deadLetters(Call call) {
        call.allowQuery();
        return reply(
                new JsonLine().array("deadLetters", engine.store().deadLetters(call.session()), WorkJson::deadLetter));
    }

    private HttpReply redrive(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        RedriveRequest.Action action = switch (body.text("action")) {
            case "retry" -> RedriveRequest.Action.RETRY;
            case "skip" -> RedriveRequest.Action.SKIP;
            default -> throw Problem.invalid("the member action must be retry or skip");
        };
        body.end();
        String consumer = call.name("consumer");
        long index = call.number("index");
        if (!engine.redrive(call.session(), consumer, index, action)) {
            throw Problem.notFound("consumer " + consumer + " has no dead letter at index " + index);
        }
        return HttpReply.json("{\"redriven\":true}");
    }

    private HttpReply clear(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        Long ifLastIndex = body.optionalNumber("ifLastIndex");
        body.end();
        boolean cleared = engine.clear(call.session(), ifLastIndex);
        SessionBounds bounds = engine.store().bounds(call.session());
        if (!cleared) {
            throw new Problem(
                    ProblemCode.CONFLICT, "the session ends at index " + bounds.frontier() + ", not " + ifLastIndex);
        }
        return HttpReply.json(new JsonLine()
                .number("frontier", bounds.frontier())
                .number("clearIndex", bounds.clearIndex())
                .toString());
    }

    /** With the server's clock, to count down from. */
    private HttpReply reply(JsonLine line) {
        return HttpReply.json(line.text("now", Times.text(engine.now())).toString());
    }
}

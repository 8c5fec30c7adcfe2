package dev.a2.server.api;

import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.server.engine.Engine;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.metrics.Metrics;
import dev.a2.server.wire.EventJson;
import dev.a2.server.wire.NewEventJson;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionBounds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Appending events and reading history. */
final class EventsApi {
    private static final int PAGE_BYTES = 4 << 20;
    private static final int MOST_EVENTS = 1_000;
    private static final int FIRST_READ = 32;

    private final Engine engine;
    private final Metrics metrics;
    private final int mostAppended;

    EventsApi(Engine engine, Metrics metrics, int mostAppended) {
        this.engine = engine;
        this.metrics = metrics;
        this.mostAppended = mostAppended;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/sessions/{session}/events", Right.APPEND, this::append),
                Route.get("/v1/sessions/{session}/events", Right.READ_SESSION, this::history));
    }

    /** SRV-1: answered after it is durable; a retried request answers as the first. */
    private HttpReply append(Call call) {
        call.allowQuery();
        JsonFields body = call.body("payload");
        Long ifLastIndex = body.optionalNumber("ifLastIndex");
        List<String> batch = body.optionalArray("events");
        List<NewEvent> events = batch == null ? List.of(NewEventJson.read(body)) : NewEventJson.readAll(batch);
        body.end();
        check(call, events);
        List<NewEvent> named = named(events, call.header("Idempotency-Key").orElse(null));
        List<Event> stored = engine.append(call.session(), named, ifLastIndex);
        metrics.appended(stored.size());
        return HttpReply.json(
                new JsonLine().raw("events", EventJson.array(stored)).toString());
    }

    private void check(Call call, List<NewEvent> events) {
        if (events.isEmpty()) {
            throw Problem.invalid("there are no events to append");
        }
        if (events.size() > mostAppended) {
            throw new Problem(
                    ProblemCode.BATCH_TOO_LARGE,
                    events.size() + " events are over the limit of " + mostAppended + "; append them in parts");
        }
        for (NewEvent event : events) {
            if (!call.caller().mayAppend(call.session(), event.type())) {
                throw new Problem(
                        ProblemCode.FORBIDDEN, call.caller().name() + " may not append events of type " + event.type());
            }
            if (!event.targets().isEmpty() && !call.caller().mayNameTargets()) {
                throw new Problem(ProblemCode.FORBIDDEN, call.caller().name() + " may not name targets");
            }
        }
    }

    /** Each event needs an id, so that the append can be repeated; one from the key if there is a key. */
    private List<NewEvent> named(List<NewEvent> events, @Nullable String key) {
        List<NewEvent> named = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            String id = event.id() != null ? event.id() : key == null ? engine.newId() : idOf(key, events.size(), i);
            named.add(new NewEvent(id, event.type(), event.payload(), null, event.targets()));
        }
        return named;
    }

    private static String idOf(String key, int size, int position) {
        return size == 1 ? key : key + "/" + position;
    }

    private HttpReply history(Call call) {
        call.allowQuery("after", "limit");
        long after = call.queryNumber("after", 0);
        int limit = call.queryLimit(100, MOST_EVENTS);
        SessionBounds bounds = engine.store().bounds(call.session());
        List<Event> events = read(bounds, after, limit);
        long last = events.isEmpty() ? after : events.get(events.size() - 1).index();
        return HttpReply.json(new JsonLine()
                .raw("events", EventJson.array(events))
                .number("frontier", bounds.frontier())
                .number("clearIndex", bounds.clearIndex())
                .raw("next", events.isEmpty() || last >= bounds.frontier() ? "null" : Long.toString(last))
                .toString());
    }

    /** Bounded by bytes as well as by number: reads in steps that grow as long as events are small. */
    private List<Event> read(SessionBounds bounds, long after, int limit) {
        List<Event> events = new ArrayList<>();
        long from = Math.max(after, bounds.clearIndex() - 1);
        long bytes = 0;
        int step = FIRST_READ;
        while (events.size() < limit && bytes < PAGE_BYTES) {
            int wanted = Math.min(step, limit - events.size());
            List<Event> part = engine.store().read(bounds.sessionId(), from, from + wanted);
            for (Event event : part) {
                bytes += event.payload().size();
                events.add(event);
                from = event.index();
            }
            if (part.size() < wanted) {
                break;
            }
            step = bytes > PAGE_BYTES / 8 ? FIRST_READ : step * 4;
        }
        return events;
    }
}

package dev.a2.server.api;

import dev.a2.codec.Json;
import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.server.engine.Engine;
import dev.a2.server.feed.Feeds;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.wire.PresenceJson;
import dev.a2.server.wire.Times;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is there. */
final class PresenceApi {
    private static final int MOST_FIELDS = 64;
    private static final long LONGEST_MS = Duration.ofHours(24).toMillis();

    private final Engine engine;
    private final Feeds feeds;

    PresenceApi(Engine engine, Feeds feeds) {
        this.engine = engine;
        this.feeds = feeds;
    }

    List<Route> routes() {
        String presence = "/v1/sessions/{session}/presence";
        return List.of(
                Route.get(presence, Right.READ_SESSION, this::read),
                Route.get(presence + "/{participant}", Right.READ_SESSION, this::readOne),
                Route.put(presence + "/{participant}", Right.PRESENCE, this::set));
    }

    private HttpReply read(Call call) {
        call.allowQuery();
        return entries(engine.store().readPresence(call.session()));
    }

    private HttpReply readOne(Call call) {
        call.allowQuery();
        String participant = call.name("participant");
        return entries(engine.store().readPresence(call.session()).stream()
                .filter(entry -> entry.participant().equals(participant))
                .toList());
    }

    private HttpReply entries(List<PresenceEntry> entries) {
        return HttpReply.json(PresenceJson.entries(entries, engine.now()));
    }

    /** Without a stamp the server stamps, so that browsers' clocks decide nothing (F57). */
    private HttpReply set(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        Map<String, Json> values = values(body);
        long ttlMs = body.number("ttlMs");
        Long seen = body.optionalNumber("seen");
        String at = body.optionalText("at");
        body.end();
        if (ttlMs < 1 || ttlMs > LONGEST_MS) {
            throw Problem.invalid("the member ttlMs must be from 1 to " + LONGEST_MS + ", not " + ttlMs);
        }
        Instant stamp = at == null ? engine.now().truncatedTo(ChronoUnit.MILLIS) : Times.parse("at", at);
        Optional<PresencePatch> applied = engine.store()
                .setPresence(new PresenceUpdate(
                        call.session(),
                        call.name("participant"),
                        values,
                        seen == null ? 0 : seen,
                        stamp,
                        Duration.ofMillis(ttlMs)));
        if (applied.isPresent()) {
            feeds.presenceChanged(call.session());
        }
        Set<String> fields = applied.map(patch -> patch.values().keySet()).orElse(Set.of());
        return HttpReply.json(new JsonLine().texts("applied", fields).toString());
    }

    private static Map<String, Json> values(JsonFields body) {
        Map<String, Json> values = new LinkedHashMap<>();
        JsonFields given = JsonFields.of(body.require("values"));
        for (String field : given.names()) {
            values.put(field, Json.of(given.require(field)));
        }
        if (values.isEmpty() || values.size() > MOST_FIELDS) {
            throw Problem.invalid(
                    "the member values must have 1 to " + MOST_FIELDS + " fields, and has " + values.size());
        }
        return values;
    }
}

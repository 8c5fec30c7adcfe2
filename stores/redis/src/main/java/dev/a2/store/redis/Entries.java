package dev.a2.store.redis;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Reserved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Log entries as events, and causes as the layout writes them. */
final class Entries {
    private Entries() {}

    /** The events of a range reply; newest last. */
    static List<Event> events(String sessionId, @Nullable Object reply) {
        List<@Nullable Object> entries = Replies.list(reply);
        List<Event> events = new ArrayList<>(entries.size());
        for (Object entry : entries) {
            events.add(event(sessionId, Replies.list(entry)));
        }
        return events;
    }

    static Event event(String sessionId, List<@Nullable Object> entry) {
        String stamp = Replies.text(entry.get(0));
        List<@Nullable Object> fields = Replies.list(entry.get(1));
        String cause = Replies.text(fields.get(9));
        return new Event(
                sessionId,
                Long.parseLong(stamp, 0, stamp.indexOf('-'), 10),
                Replies.text(fields.get(1)),
                Replies.text(fields.get(3)),
                Json.trusted(Replies.text(fields.get(5))),
                Instant.ofEpochMilli(Replies.number(fields.get(7))),
                cause.isEmpty() ? null : cause(cause));
    }

    static String cause(AttemptRef cause) {
        String lane = cause.lane();
        return "{\"consumer\":" + Strings.quote(cause.consumer()) + ",\"lane\":"
                + (lane == null ? "null" : Strings.quote(lane)) + ",\"index\":" + cause.index() + ",\"attempt\":"
                + cause.attempt() + "}";
    }

    /** Older entries carry index and attempt alone, and perhaps a size of their batch. */
    private static AttemptRef cause(String text) {
        JsonScanner in = new JsonScanner(text).expect("{");
        String consumer = Reserved.HANDLERS;
        String lane = null;
        long index = 0;
        int attempt = 0;
        while (!in.skip("}")) {
            String name = in.string();
            in.expect(":");
            switch (name) {
                case "consumer" -> consumer = in.string();
                case "lane" -> lane = in.stringOrNull();
                case "index" -> index = in.number();
                case "attempt" -> attempt = Math.toIntExact(in.number());
                default -> in.value();
            }
            in.skip(",");
        }
        return new AttemptRef(consumer, lane, index, attempt);
    }
}

package dev.a2.server.wire;

import dev.a2.codec.JsonLine;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One session at a glance, on the wire.
 *
 * @param last its newest event; null if it has none
 * @param dead how many dead letters it has
 * @param pending how many live heads each consumer has, those without left out
 */
public record SummaryJson(SessionBounds bounds, @Nullable Event last, int dead, Map<String, Integer> pending) {
    /** Copies the map, keeping its order. */
    public SummaryJson {
        pending = Collections.unmodifiableMap(new LinkedHashMap<>(pending));
    }

    /** Its members. */
    public JsonLine line() {
        return new WireLine()
                .text("sessionId", bounds.sessionId())
                .number("frontier", bounds.frontier())
                .number("clearIndex", bounds.clearIndex())
                .time("lastEventAt", last == null ? null : last.createdAt())
                .text("lastEventType", last == null ? null : last.type())
                .number("dead", dead)
                .line()
                .array("pending", pending.entrySet(), SummaryJson::pending);
    }

    private static String pending(Map.Entry<String, Integer> consumer) {
        return new JsonLine()
                .text("consumer", consumer.getKey())
                .number("heads", consumer.getValue())
                .toString();
    }
}

package dev.a2.server.wire;

import dev.a2.codec.JsonLine;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stored events on the wire. */
public final class EventJson {
    private EventJson() {}

    /** With its cause. */
    public static String of(Event event) {
        return members(event).raw("cause", cause(event.cause())).toString();
    }

    /** As feeds have it. */
    public static String withoutCause(Event event) {
        return members(event).toString();
    }

    /** An array of them. */
    public static String array(Collection<Event> events) {
        return events.stream().map(EventJson::of).collect(Collectors.joining(",", "[", "]"));
    }

    private static JsonLine members(Event event) {
        return new JsonLine()
                .number("index", event.index())
                .text("id", event.id())
                .text("type", event.type())
                .json("payload", event.payload())
                .text("createdAt", Times.text(event.createdAt()));
    }

    private static String cause(@Nullable AttemptRef cause) {
        return cause == null
                ? "null"
                : new WireLine()
                        .text("consumer", cause.consumer())
                        .text("lane", cause.lane())
                        .number("index", cause.index())
                        .number("attempt", cause.attempt())
                        .toString();
    }
}

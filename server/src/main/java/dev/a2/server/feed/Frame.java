package dev.a2.server.feed;

import dev.a2.codec.JsonLine;
import dev.a2.codec.Strings;
import dev.a2.server.wire.EventJson;
import dev.a2.store.Event;
import dev.a2.store.Reserved;
import java.nio.charset.StandardCharsets;

/**
 * One frame of a feed, as bytes that everybody shares.
 *
 * @param index the event's index; for any other frame, how far events must have been written before it
 * @param isMarker whether it is a clear marker, which may follow any index
 */
@SuppressWarnings("ArrayRecordComponent") // Shared, never compared.
record Frame(long index, boolean isMarker, byte[] bytes) {
    static final Frame HEARTBEAT = raw(":\n\n");

    static Frame of(Event event) {
        // JSON on one line holds no line break, so it is one field of one frame (F63).
        return new Frame(
                event.index(),
                event.type().equals(Reserved.CLEAR_TYPE),
                utf8("id: " + event.index() + "\ndata: " + EventJson.withoutCause(event) + "\n\n"));
    }

    /** A frame with a name. */
    static Frame named(String name, long index, String json) {
        return new Frame(index, false, utf8("event: " + name + "\ndata: " + json + "\n\n"));
    }

    /** Where the feed goes on, for a reader whose cursor cannot be honoured. */
    static Frame reset(String reason, long after) {
        String json =
                new JsonLine().text("reason", reason).number("after", after).toString();
        return raw("event: reset\nid: " + after + "\ndata: " + json + "\n\n");
    }

    static Frame caughtUp(long frontier) {
        return named("caught-up", 0, "{\"frontier\":" + frontier + "}");
    }

    static Frame bye(String reason) {
        return named("bye", 0, "{\"reason\":" + Strings.quote(reason) + "}");
    }

    /** How a feed begins: headers go out with it, and the client learns when to come back. */
    static Frame hello(long retryMs) {
        return raw("retry: " + retryMs + "\n\n");
    }

    private static Frame raw(String text) {
        return new Frame(0, false, utf8(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

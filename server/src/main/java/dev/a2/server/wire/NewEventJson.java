package dev.a2.server.wire;

import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.Json;
import dev.a2.codec.JsonFields;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** New events from the wire. */
public final class NewEventJson {
    private NewEventJson() {}

    /** Each of an array's elements. */
    public static List<NewEvent> readAll(List<String> elements) {
        List<NewEvent> events = new ArrayList<>(elements.size());
        for (String element : elements) {
            JsonFields fields = JsonFields.withoutNulls(element, "payload");
            events.add(read(fields));
            fields.end();
        }
        return events;
    }

    /** The event whose members are among these. */
    public static NewEvent read(JsonFields fields) {
        String type = fields.text("type");
        if (type.startsWith(Reserved.PREFIX)) {
            throw new InvalidJsonException(
                    "event types that begin with " + Reserved.PREFIX + " belong to the engine; " + type + " is one",
                    null);
        }
        Json payload = Json.of(fields.require("payload"));
        String id = fields.optionalText("id");
        return new NewEvent(id, type, payload, null, targets(fields.optionalArray("targets")));
    }

    private static List<Target> targets(@Nullable List<String> elements) {
        if (elements == null) {
            return List.of();
        }
        List<Target> targets = new ArrayList<>(elements.size());
        for (String element : elements) {
            JsonFields fields = JsonFields.withoutNulls(element);
            String consumer = fields.text("consumer");
            if (consumer.startsWith(Reserved.PREFIX)) {
                throw new InvalidJsonException(
                        "consumers that begin with " + Reserved.PREFIX + " belong to the engine; " + consumer
                                + " is one",
                        null);
            }
            String lane = fields.optionalText("lane");
            String notBefore = fields.optionalText("notBefore");
            fields.end();
            targets.add(new Target(
                    consumer, lane, notBefore == null ? null : When.at(Times.parse("notBefore", notBefore))));
        }
        return targets;
    }
}

package dev.a2;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Events that are to be appended later (RT-10), as events of the log themselves.
 *
 * <p>A scheduled event is wrapped in one of type {@value Reserved#TIMER_TYPE}, whose one target is {@value Reserved#TIMERS} with a hold until
 * it is due. Handling it means to complete it with the wrapped event as what it returns. So everything that is true of
 * handling is true of timers: they survive crashes, fire once, and are gone after a clear.
 *
 * <p>The wrapper's payload is {@code {"type": …, "at": … or "after": …, "payload": …}}, times in milliseconds; the wrapped
 * payload stands in it as it was given, to the byte.
 */
final class Timers {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Json.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Timers() {}

    /** An event to append later. */
    record Scheduled(String type, Json payload) {}

    /** A due time, to the millisecond. */
    static When at(Instant time) {
        return When.at(time.truncatedTo(ChronoUnit.MILLIS));
    }

    /** A delay by the store's clock, to the millisecond; at least one. */
    static When after(Duration delay) {
        return When.after(Duration.ofMillis(Math.max(1, delay.toMillis())));
    }

    /** The event that has {@code event} appended then. */
    static NewEvent wrap(@Nullable String id, Scheduled event, When due) {
        String when = switch (due) {
            case When.At at -> "\"at\":" + at.time().toEpochMilli();
            case When.After after -> "\"after\":" + after.delay().toMillis();
        };
        Json payload = Json.of("{\"type\":" + Strings.quote(event.type()) + "," + when + ",\"payload\":"
                + event.payload().text() + "}");
        return new NewEvent(id, Reserved.TIMER_TYPE, payload, null, List.of(new Target(Reserved.TIMERS, null, due)));
    }

    /**
     * The event that a wrapper holds.
     *
     * @throws NonRetryableException if it is no wrapper
     */
    static Scheduled unwrap(Json wrapper) {
        String text = wrapper.text();
        String type = null;
        Json payload = null;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new NonRetryableException("a timer's payload must be a JSON object");
            }
            JsonToken token = parser.nextToken();
            while (token == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int begin = offset(parser);
                if (name.equals("type")) {
                    type = parser.getValueAsString();
                }
                parser.skipChildren();
                token = parser.nextToken();
                if (name.equals("payload")) {
                    payload = Json.of(withoutComma(text.substring(begin, offset(parser))));
                }
            }
        } catch (JacksonException e) {
            throw new NonRetryableException("a timer's payload cannot be read: " + e.getOriginalMessage(), e);
        }
        if (type == null || payload == null) {
            throw new NonRetryableException("a timer's payload must have a type and a payload");
        }
        return new Scheduled(type, payload);
    }

    private static int offset(JsonParser parser) {
        return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
    }

    /** What stands before the next token: the value, and a comma if members follow. */
    private static String withoutComma(String value) {
        String text = value.strip();
        return text.endsWith(",") ? text.substring(0, text.length() - 1).strip() : text;
    }
}

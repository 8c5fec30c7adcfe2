package dev.a2.transfer;

import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.Json;
import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.SnapshotPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The lines of a session's parts, both ways. What is null, zero or false is left out. */
final class PartLines {
    private PartLines() {}

    // ---- out

    static String write(String sessionId, SessionPart part) {
        return switch (part) {
            case Bounds bounds -> bounds(sessionId, bounds);
            case EventPart event -> event(event.event());
            case CursorPart cursor -> cursor(cursor);
            case HeadPart head -> head(head);
            case SnapshotPart snapshot -> snapshot(snapshot);
        };
    }

    private static String bounds(String sessionId, Bounds bounds) {
        return part("session")
                .text("sessionId", sessionId)
                .number("frontier", bounds.frontier())
                .number("clearIndex", bounds.clearIndex() == 0 ? null : bounds.clearIndex())
                .raw("collapsed", bounds.collapsed() ? "true" : null)
                .toString();
    }

    private static String event(Event event) {
        JsonLine line = part("event")
                .number("index", event.index())
                .text("id", event.id())
                .text("type", event.type())
                .time("createdAtMs", event.createdAt());
        AttemptRef cause = event.cause();
        if (cause != null) {
            line.raw(
                    "cause",
                    new JsonLine()
                            .text("consumer", cause.consumer())
                            .text("lane", cause.lane())
                            .number("index", cause.index())
                            .number("attempt", cause.attempt())
                            .toString());
        }
        return exact(line, "payload", event.payload()).toString();
    }

    private static String cursor(CursorPart cursor) {
        Set<String> types = cursor.types();
        return part("cursor")
                .text("kind", lower(cursor.kind()))
                .text("consumer", cursor.consumer())
                .text("lane", cursor.lane())
                .number("position", cursor.position())
                .number("head", cursor.head())
                .texts("types", types == null ? null : new TreeSet<>(types))
                .toString();
    }

    private static String head(HeadPart part) {
        Dispatch dispatch = part.dispatch();
        JsonLine line = part("head")
                .text("kind", lower(part.kind()))
                .text("consumer", part.head().consumer())
                .text("lane", part.head().lane())
                .number("index", part.head().index())
                .text("state", lower(part.state()))
                .time("firstClaimedAtMs", dispatch.firstClaimedAt())
                .time("lastClaimedAtMs", dispatch.lastClaimedAt())
                .number("attemptCount", dispatch.attemptCount() == 0 ? null : dispatch.attemptCount())
                .text("claimHolder", dispatch.claimHolder())
                .time("claimExpiresAtMs", dispatch.claimExpiresAt())
                .number("failureCount", dispatch.failureCount() == 0 ? null : dispatch.failureCount())
                .time("lastFailedAtMs", dispatch.lastFailedAt())
                .number("lastFailedAttempt", dispatch.lastFailedAttempt())
                .text("lastError", dispatch.lastError())
                .time("failedAtMs", dispatch.failedAt());
        if (!part.pins().isEmpty()) {
            line.array(
                    "pins",
                    part.pins(),
                    pin -> new JsonLine()
                            .text("reducer", pin.reducer())
                            .number("index", pin.index())
                            .toString());
        }
        SessionPart.Completion completion = part.completion();
        if (completion != null) {
            line.time("completedAtMs", completion.at())
                    .number("completedBy", completion.attempt())
                    .texts("returnedIds", completion.returnedIds().isEmpty() ? null : completion.returnedIds());
        }
        return line.toString();
    }

    private static String snapshot(SnapshotPart snapshot) {
        JsonLine line = part("snapshot").text("reducer", snapshot.reducer()).number("index", snapshot.index());
        return exact(line, "state", snapshot.state()).toString();
    }

    /** A line of its own, which says first what it is. */
    static JsonLine part(String name) {
        return new JsonLine().text("part", name);
    }

    /** The value as it is, if it stays on the line and keeps its ends; else its text as a JSON string. */
    private static JsonLine exact(JsonLine line, String name, Json value) {
        String text = value.text();
        boolean fits = text.indexOf('\n') < 0 && text.indexOf('\r') < 0 && text.equals(text.strip());
        return fits ? line.raw(name, text) : line.text(name + "Text", text);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    // ---- in

    /** A part from the members of its line, whose kind was read already. */
    static SessionPart read(String sessionId, String kind, JsonFields line) {
        SessionPart part = switch (kind) {
            case "session" ->
                new Bounds(line.number("frontier"), orZero(line.optionalNumber("clearIndex")), line.flag("collapsed"));
            case "event" -> new EventPart(event(sessionId, line));
            case "cursor" -> cursor(line);
            case "head" -> head(line);
            case "snapshot" -> new SnapshotPart(line.text("reducer"), line.number("index"), json("state", line));
            default -> throw new FormatException("nobody knows the part " + Strings.quote(kind));
        };
        line.end();
        return part;
    }

    private static Event event(String sessionId, JsonFields line) {
        JsonFields cause = line.optionalObject("cause");
        return new Event(
                sessionId,
                line.number("index"),
                line.text("id"),
                line.text("type"),
                json("payload", line),
                line.time("createdAtMs"),
                cause == null ? null : cause(cause));
    }

    private static AttemptRef cause(JsonFields cause) {
        AttemptRef attempt = new AttemptRef(
                cause.text("consumer"), cause.optionalText("lane"), cause.number("index"), cause.count("attempt"));
        cause.end();
        return attempt;
    }

    private static CursorPart cursor(JsonFields line) {
        List<String> types = line.optionalTexts("types");
        return new CursorPart(
                kind(line),
                line.text("consumer"),
                line.text("lane"),
                line.number("position"),
                line.optionalNumber("head"),
                types == null ? null : new LinkedHashSet<>(types));
    }

    private static HeadPart head(JsonFields line) {
        return new HeadPart(
                new HeadRef(line.text("consumer"), line.optionalText("lane"), line.number("index")),
                kind(line),
                value(SessionPart.State.class, line.text("state")),
                new Dispatch(
                        line.optionalTime("firstClaimedAtMs"),
                        line.optionalTime("lastClaimedAtMs"),
                        line.count("attemptCount"),
                        line.optionalText("claimHolder"),
                        line.optionalTime("claimExpiresAtMs"),
                        line.count("failureCount"),
                        line.optionalTime("lastFailedAtMs"),
                        line.optionalInteger("lastFailedAttempt"),
                        line.optionalText("lastError"),
                        line.optionalTime("failedAtMs")),
                pins(line),
                completion(line));
    }

    private static List<SessionPart.Pin> pins(JsonFields line) {
        List<String> elements = line.optionalArray("pins");
        List<SessionPart.Pin> pins = new ArrayList<>();
        for (String element : elements == null ? List.<String>of() : elements) {
            JsonFields pin = JsonFields.of(element);
            pins.add(new SessionPart.Pin(pin.text("reducer"), pin.number("index")));
            pin.end();
        }
        return pins;
    }

    private static SessionPart.@Nullable Completion completion(JsonFields line) {
        Long atMs = line.optionalNumber("completedAtMs");
        if (atMs == null) {
            return null;
        }
        List<String> returned = line.optionalTexts("returnedIds");
        return new SessionPart.Completion(
                Instant.ofEpochMilli(atMs),
                line.optionalInteger("completedBy"),
                returned == null ? List.of() : returned);
    }

    private static SessionPart.Kind kind(JsonFields line) {
        return value(SessionPart.Kind.class, line.text("kind"));
    }

    private static <T extends Enum<T>> T value(Class<T> type, String name) {
        for (T value : type.getEnumConstants()) {
            if (lower(value).equals(name)) {
                return value;
            }
        }
        String what = type.getSimpleName().toLowerCase(Locale.ROOT);
        throw new FormatException("nobody knows the " + what + " " + Strings.quote(name));
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    private static Json json(String name, JsonFields line) {
        String asText = line.optionalText(name + "Text");
        try {
            return Json.of(asText != null ? asText : line.require(name));
        } catch (InvalidJsonException e) {
            throw new FormatException("the member " + name + " is no value that a store accepts: " + e.getMessage(), e);
        }
    }
}

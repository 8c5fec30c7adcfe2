package dev.a2.store.redis;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.redis.Keys.SessionKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PRS: presence. */
final class Presences {
    /**
     * The whole key lives at least so long after each write: values of different lives share it, and a short one must not take a
     * long one along. To ask how long the key has left would cost each write one more call.
     */
    private static final long KEY_TTL_MS = Duration.ofDays(400).toMillis();

    /** A server takes no more. */
    private static final long LONGEST_KEY_TTL_MS = Duration.ofDays(36_500).toMillis();

    private final Home home;

    Presences(Home home) {
        this.home = home;
    }

    Optional<PresencePatch> set(PresenceUpdate update) {
        home.limits().checkSession(update.sessionId());
        home.limits().checkName("participant", update.participant());
        update.values().forEach((field, value) -> {
            home.limits().checkName("field", field);
            home.limits().checkPayload("the presence value of field " + field, value.size());
        });
        if (update.values().isEmpty()) {
            return Optional.empty();
        }
        byte[] key = key(update.sessionId());
        List<@Nullable Object> reply = Replies.list(home.commands().run(key, command(key, update)));
        Map<String, Json> applied = new LinkedHashMap<>();
        int at = 0;
        for (Map.Entry<String, Json> value : update.values().entrySet()) {
            if (Replies.number(reply.get(at++)) > 0) {
                applied.put(value.getKey(), value.getValue());
            }
        }
        return applied.isEmpty()
                ? Optional.empty()
                : Optional.of(new PresencePatch(
                        update.sessionId(), update.participant(), applied, update.seen(), update.at()));
    }

    private Command command(byte[] key, PresenceUpdate update) {
        long ttlMs = update.ttl().toMillis();
        long stamp = update.at().toEpochMilli();
        Command command = Command.script(Script.SET_PRESENCE, key)
                .text(home.now())
                .number(stamp)
                .number(update.seen())
                .number(ttlMs)
                .number(Math.min(Math.max(KEY_TTL_MS, ttlMs), LONGEST_KEY_TTL_MS))
                .text(home.keys().presenceChannel(update.sessionId()))
                .text("{\"src\":" + Strings.quote(home.options().source()) + ",\"participant\":"
                        + Strings.quote(update.participant()) + ",\"seen\":" + update.seen() + ",\"at\":" + stamp
                        + ",\"values\":{");
        update.values()
                .forEach((field, value) -> command.text(field(update.participant(), field))
                        .text(value.isNull() ? "null" : value.text())
                        .text(Strings.quote(field) + ":"));
        return command;
    }

    private static String field(String participant, String field) {
        return "[" + Strings.quote(participant) + "," + Strings.quote(field) + "]";
    }

    List<PresenceEntry> read(String sessionId) {
        home.limits().checkSession(sessionId);
        byte[] key = key(sessionId);
        String given = home.now();
        List<Command> commands = new ArrayList<>(List.of(Command.of("HGETALL", (Object) key)));
        if (given.isEmpty()) {
            commands.add(Command.of("TIME"));
        }
        List<@Nullable Object> replies = home.commands().send(key, commands);
        List<@Nullable Object> fields = Replies.list(Failures.checked(commands.get(0), replies.get(0)));
        long nowMs =
                given.isEmpty() ? serverTime(Failures.checked(commands.get(1), replies.get(1))) : Long.parseLong(given);
        List<PresenceEntry> live = new ArrayList<>();
        List<Object> expired = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            PresenceEntry entry = entry(Replies.text(fields.get(i)), Replies.text(fields.get(i + 1)));
            if (entry.expiresAt().toEpochMilli() <= nowMs) {
                expired.add(Replies.text(fields.get(i)));
            } else if (!entry.value().isNull()) {
                live.add(entry);
            }
        }
        prune(key, expired);
        return live;
    }

    /** The answer to {@code TIME}, in milliseconds. */
    static long serverTime(@Nullable Object reply) {
        List<@Nullable Object> time = Replies.list(reply);
        return Replies.number(time.get(0)) * 1_000 + Replies.number(time.get(1)) / 1_000;
    }

    private void prune(byte[] key, List<Object> expired) {
        for (int from = 0; from < expired.size(); from += 1_000) {
            Command command = Command.script(Script.PRUNE_PRESENCE, key).text(home.now());
            expired.subList(from, Math.min(from + 1_000, expired.size()))
                    .forEach(field -> command.text(field.toString()));
            home.commands().run(key, command);
        }
    }

    private static PresenceEntry entry(String field, String value) {
        List<String> names = JsonScanner.strings(field);
        JsonScanner in = new JsonScanner(value).expect("{\"a\":");
        long at = in.number();
        long expiresAt = in.expect(",\"e\":").number();
        long seen = in.expect(",\"s\":").number();
        Json json = in.expect(",\"v\":").value();
        return new PresenceEntry(
                names.get(0), names.get(1), json, seen, Instant.ofEpochMilli(at), Instant.ofEpochMilli(expiresAt));
    }

    /** A presence message; null when this store sent it, or when it is none. */
    @Nullable PresencePatch patch(String sessionId, String message) {
        JsonScanner in = new JsonScanner(message).expect("{\"src\":");
        if (in.string().equals(home.options().source())) {
            return null;
        }
        String participant = in.expect(",\"participant\":").string();
        long seen = in.expect(",\"seen\":").number();
        long at = in.expect(",\"at\":").number();
        in.expect(",\"values\":{");
        Map<String, Json> values = new LinkedHashMap<>();
        while (!in.skip("}")) {
            String field = in.string();
            values.put(field, in.expect(":").value());
            in.skip(",");
        }
        return new PresencePatch(sessionId, participant, values, seen, Instant.ofEpochMilli(at));
    }

    private byte[] key(String sessionId) {
        SessionKeys session = home.keys().session(sessionId);
        return session.of("presence");
    }
}

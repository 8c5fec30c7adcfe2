package dev.a2.store.sql.jdbc;

import dev.a2.codec.Json;
import dev.a2.store.PresencePatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers rows of presence, in the order of their change numbers, into the patches that they came with. */
public final class PresenceChanges {
    private final Map<Long, PresencePatch> patches = new LinkedHashMap<>();

    /** One more value. */
    public void add(Row row) {
        PresencePatch patch = new PresencePatch(
                row.text("session_id"),
                row.text("participant"),
                Map.of(row.text("field"), Json.trusted(row.text("value"))),
                row.number("seen"),
                Instant.ofEpochMilli(row.number("at_ms")));
        patches.merge(row.number("change_number"), patch, PresenceChanges::join);
    }

    private static PresencePatch join(PresencePatch a, PresencePatch b) {
        Map<String, Json> values = new LinkedHashMap<>(a.values());
        values.putAll(b.values());
        return new PresencePatch(a.sessionId(), a.participant(), values, a.seen(), a.at());
    }

    /** Each change as the patch that it was, as far as it still stands. */
    public List<PresencePatch> patches() {
        return new ArrayList<>(patches.values());
    }
}

package dev.a2.store;

import dev.a2.codec.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of an update that were applied (PRS-2). */
public record PresencePatch(String sessionId, String participant, Map<String, Json> values, long seen, Instant at) {
    /** Copies the values, keeping their order. */
    public PresencePatch {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}

package dev.a2;

import dev.a2.codec.Codec;
import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Who is in a session now, and with what: ephemeral values per participant and field (PRS). They are no events, need no
 * log, and go by themselves when their time is over. The last writer wins.
 */
public final class SessionPresence {
    private final SessionStore store;
    private final String sessionId;
    private final Codec codec;
    private final InstantSource clock;

    SessionPresence(SessionStore store, String sessionId, Codec codec, InstantSource clock) {
        this.store = store;
        this.sessionId = sessionId;
        this.codec = codec;
        this.clock = clock;
    }

    /** Sets fields for a time; what was applied, if anything. */
    public Optional<PresencePatch> set(String participant, Map<String, ?> values, Duration ttl) {
        Map<String, Json> encoded = new LinkedHashMap<>();
        values.forEach((field, value) -> encoded.put(field, codec.encode(value)));
        return set(participant, encoded, 0, ttl);
    }

    /** Sets one field for a time. */
    public Optional<PresencePatch> set(String participant, String field, Object value, Duration ttl) {
        return set(participant, Map.of(field, value), ttl);
    }

    /** Sets encoded fields, and tells the newest index that the participant has seen. */
    public Optional<PresencePatch> set(String participant, Map<String, Json> values, long seen, Duration ttl) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return store.setPresence(new PresenceUpdate(sessionId, participant, values, seen, at, ttl));
    }

    /** Takes fields away; for the ttl, older writes that arrive late cannot bring them back (PRS-1). */
    public Optional<PresencePatch> remove(String participant, List<String> fields, Duration ttl) {
        Map<String, Json> tombstones = new LinkedHashMap<>();
        fields.forEach(field -> tombstones.put(field, Json.NULL));
        return set(participant, tombstones, 0, ttl);
    }

    /** The values that live now. */
    public List<PresenceEntry> read() {
        return store.readPresence(sessionId);
    }

    /** Hears what other processes apply. A hint: lost ones show in {@link #read}, so read now and then. */
    public Subscription watch(Consumer<PresencePatch> listener) {
        return store.subscribePresence(sessionId, listener);
    }
}

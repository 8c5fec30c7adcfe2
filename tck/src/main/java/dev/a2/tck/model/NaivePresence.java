package dev.a2.tck.model;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Presence. */
class NaivePresence {
    Optional<PresencePatch> set(List<PresenceEntry> entries, PresenceUpdate update, Instant now) {
        Map<String, Json> applied = new LinkedHashMap<>();
        update.values().forEach((field, value) -> {
            PresenceEntry stored = find(entries, update.participant(), field);
            if (stored == null || wins(update, stored, now)) {
                entries.remove(stored);
                entries.add(new PresenceEntry(
                        update.participant(), field, value, update.seen(), update.at(), expiry(update, now)));
                applied.put(field, value);
            }
        });
        return applied.isEmpty()
                ? Optional.empty()
                : Optional.of(new PresencePatch(
                        update.sessionId(), update.participant(), applied, update.seen(), update.at()));
    }

    /** PRS-1. */
    boolean wins(PresenceUpdate update, PresenceEntry stored, Instant now) {
        return !isLive(stored, now) || !stored.at().isAfter(update.at());
    }

    /** PRS-3. */
    Instant expiry(PresenceUpdate update, Instant now) {
        return now.plus(update.ttl());
    }

    boolean isLive(PresenceEntry entry, Instant now) {
        return entry.expiresAt().isAfter(now);
    }

    List<PresenceEntry> read(List<PresenceEntry> entries, Instant now) {
        entries.removeIf(entry -> !isLive(entry, now));
        return entries.stream().filter(entry -> !entry.value().isNull()).toList();
    }

    private static @Nullable PresenceEntry find(List<PresenceEntry> entries, String participant, String field) {
        for (PresenceEntry entry : entries) {
            if (entry.participant().equals(participant) && entry.field().equals(field)) {
                return entry;
            }
        }
        return null;
    }
}

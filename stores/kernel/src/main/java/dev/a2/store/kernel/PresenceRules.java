package dev.a2.store.kernel;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PRS: presence. */
final class PresenceRules {
    private PresenceRules() {}

    static Optional<PresencePatch> set(SessionRows rows, PresenceUpdate update) {
        Map<String, PresenceEntry> stored = new HashMap<>();
        rows.presence(update.participant()).forEach(entry -> stored.put(entry.field(), entry));
        long nowMs = rows.nowMs();
        Instant expiresAt = Instant.ofEpochMilli(nowMs).plus(update.ttl());
        Map<String, Json> applied = new LinkedHashMap<>();
        List<PresenceEntry> entries = new ArrayList<>();
        update.values().forEach((field, value) -> {
            PresenceEntry old = stored.get(field);
            if (old == null || isExpired(old, nowMs) || !old.at().isAfter(update.at())) {
                applied.put(field, value);
                entries.add(
                        new PresenceEntry(update.participant(), field, value, update.seen(), update.at(), expiresAt));
            }
        });
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        rows.savePresence(entries);
        return Optional.of(
                new PresencePatch(update.sessionId(), update.participant(), applied, update.seen(), update.at()));
    }

    /**
     * What a reader sees (PRS-3).
     *
     * @param anyExpired whether there is something to prune
     */
    record Seen(List<PresenceEntry> entries, boolean anyExpired) {}

    static Seen read(SessionRows rows) {
        List<PresenceEntry> all = rows.presence(null);
        long nowMs = rows.nowMs();
        List<PresenceEntry> unexpired =
                all.stream().filter(entry -> !isExpired(entry, nowMs)).toList();
        return new Seen(
                unexpired.stream().filter(entry -> !entry.value().isNull()).toList(), unexpired.size() < all.size());
    }

    private static boolean isExpired(PresenceEntry entry, long nowMs) {
        return entry.expiresAt().toEpochMilli() <= nowMs;
    }
}

package dev.a2.simulation;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The books of who is where (PRS). */
final class PresenceBook {
    private record Place(String participant, String field) {}

    private record Said(Json value, Instant at, long expiresMs) {}

    private record Heard(PresencePatch patch, Life by) {}

    private final Map<String, Map<Place, Said>> sessions = new LinkedHashMap<>();
    private final List<Heard> patches = new ArrayList<>();

    /** A write took effect and was answered so. */
    void written(Life by, PresenceUpdate update, Optional<PresencePatch> answer, long nowMs) {
        Map<Place, Said> said = sessions.computeIfAbsent(update.sessionId(), session -> new LinkedHashMap<>());
        Map<String, Json> won = new TreeMap<>();
        update.values().forEach((field, value) -> {
            Place place = new Place(update.participant(), field);
            Said before = said.get(place);
            boolean loses =
                    before != null && before.expiresMs() > nowMs && before.at().isAfter(update.at());
            if (!loses) {
                said.put(
                        place, new Said(value, update.at(), nowMs + update.ttl().toMillis()));
                won.put(field, value);
            }
        });
        Map<String, Json> applied =
                answer.map(patch -> new TreeMap<>(patch.values())).orElseGet(TreeMap::new);
        check("PRS-1", applied.equals(won), update + " was answered with " + answer);
        answer.ifPresent(patch -> patches.add(new Heard(patch, by)));
    }

    /** Somebody looked, and saw this. */
    void read(String session, List<?> entries, long nowMs) {
        Map<Place, @Nullable Json> seen = new LinkedHashMap<>();
        for (Object one : entries) {
            PresenceEntry entry = (PresenceEntry) one;
            seen.put(new Place(entry.participant(), entry.field()), entry.value());
        }
        Map<Place, @Nullable Json> there = new LinkedHashMap<>();
        sessions.getOrDefault(session, Map.of()).forEach((place, said) -> {
            if (said.expiresMs() > nowMs && !said.value().equals(Json.NULL)) {
                there.put(place, said.value());
            }
        });
        check("PRS-3", seen.equals(there), session + " shows " + seen + " and should show " + there);
    }

    /** A process heard of a write: somebody else's, that took effect. */
    void heard(Life life, PresencePatch patch) {
        boolean known = patches.stream().anyMatch(one -> one.patch().equals(patch) && one.by() != life);
        check("PRS-2", known, life + " heard " + patch);
    }

    private static void check(String rule, boolean holds, String what) {
        if (!holds) {
            throw new Broken(rule, what);
        }
    }
}

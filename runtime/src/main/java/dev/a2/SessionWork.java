package dev.a2;

import dev.a2.store.HeadRef;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a dispatcher knows of one session while there is something to do in it. Guarded by the dispatcher's lock. */
final class SessionWork {
    final String id;
    /** Consumers that may have free heads. */
    final Set<String> wanted = new LinkedHashSet<>();
    /** Consumers whose marks in the work index may be out of date. */
    final Set<String> touched = new LinkedHashSet<>();
    /** What this process holds. */
    final Map<HeadRef, Attempt> attempts = new LinkedHashMap<>();
    /** Appends under way that may claim heads here. */
    int arrivals;
    /** A look is in progress. */
    boolean looking;
    /** A look failed; another comes after a while. */
    boolean delayed;
    /** Looks that failed in a row. */
    int failures;
    /** Consumers for whom a claim's answer was lost: the next one asks for what is held already (CLM-9). */
    final Set<String> resume = new LinkedHashSet<>();

    Platform.@Nullable Timer renewal;
    private final Map<ConsumerSlots, Integer> taken = new HashMap<>();

    SessionWork(String id) {
        this.id = id;
    }

    /** Slots that one consumer's attempts have here, or that are set aside for more of them. */
    int taken(ConsumerSlots consumer) {
        return taken.getOrDefault(consumer, 0);
    }

    void take(ConsumerSlots consumer, int count) {
        taken.merge(consumer, count, Integer::sum);
    }

    void begin(Attempt attempt) {
        attempts.put(attempt.ref.head(), attempt);
        take(attempt.consumer, 1);
    }

    void end(Attempt attempt) {
        if (attempts.remove(attempt.ref.head(), attempt)) {
            take(attempt.consumer, -1);
        }
    }

    boolean mayLook() {
        // An append under way may claim what a claim that resumes would then return as well.
        return !looking && !delayed && !wanted.isEmpty() && (resume.isEmpty() || arrivals == 0);
    }

    boolean isIdle() {
        return attempts.isEmpty() && arrivals == 0 && wanted.isEmpty() && !looking && !delayed;
    }
}

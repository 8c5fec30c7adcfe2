package dev.a2;

import dev.a2.store.HeadRef;
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
    /** A look is in progress. */
    boolean looking;
    /** A look failed; another comes after a while. */
    boolean delayed;
    /** Looks that failed in a row. */
    int failures;
    /** Consumers for whom a claim's answer was lost: the next one asks for what is held already (CLM-9). */
    final Set<String> resume = new LinkedHashSet<>();

    Platform.@Nullable Timer renewal;

    SessionWork(String id) {
        this.id = id;
    }

    /** Attempts of one consumer. */
    long attemptsOf(ConsumerSlots consumer) {
        return attempts.values().stream()
                .filter(attempt -> attempt.consumer == consumer)
                .count();
    }

    boolean isIdle() {
        return attempts.isEmpty() && wanted.isEmpty() && !looking && !delayed;
    }
}

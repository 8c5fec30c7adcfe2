package dev.a2.store.redis;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The newest event of each session that this process was told of. Bounded: past the limit it forgets some. */
final class Acknowledged {
    private static final int MOST_SESSIONS = 16_384;

    /**
     * How far a session was seen.
     *
     * @param eventId of the event there; null where only the index was told
     * @param interruptions how often connections had broken when that was last found to hold
     */
    record Seen(long index, @Nullable String eventId, long interruptions) {
        private Seen orLater(Seen other) {
            if (other.index != index) {
                return other.index > index ? other : this;
            }
            return new Seen(
                    index, eventId == null ? other.eventId : eventId, Math.max(interruptions, other.interruptions));
        }
    }

    private final ConcurrentHashMap<String, Seen> sessions = new ConcurrentHashMap<>();

    @Nullable Seen of(String sessionId) {
        return sessions.get(sessionId);
    }

    void add(String sessionId, Seen seen) {
        sessions.merge(sessionId, seen, Seen::orLater);
        if (sessions.size() > MOST_SESSIONS) {
            forgetSome();
        }
    }

    /** What was seen does not hold; from now on this does. Whether it still stood there. */
    boolean replace(String sessionId, Seen wrong, Seen found) {
        return sessions.replace(sessionId, wrong, found);
    }

    private void forgetSome() {
        Iterator<String> names = sessions.keySet().iterator();
        for (int i = 0; i < MOST_SESSIONS / 8 && names.hasNext(); i++) {
            names.next();
            names.remove();
        }
    }

    int size() {
        return sessions.size();
    }
}

package dev.a2;

import dev.a2.store.HeadRef;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Heads that this deployment found it cannot handle: claiming them again would only keep others from it. The oldest are
 * forgotten when there are many, and then found out again. Guarded by the dispatcher's lock.
 */
final class Declined {
    private static final int MOST_SESSIONS = 10_000;
    private static final int MOST_HEADS = 1_000;

    private final Map<String, Set<HeadRef>> heads = new LinkedHashMap<>();

    Set<HeadRef> of(String sessionId) {
        return heads.getOrDefault(sessionId, Set.of());
    }

    void add(String sessionId, HeadRef head) {
        Set<HeadRef> some = heads.computeIfAbsent(sessionId, id -> new LinkedHashSet<>());
        some.add(head);
        if (some.size() > MOST_HEADS) {
            some.remove(some.iterator().next());
        }
        if (heads.size() > MOST_SESSIONS) {
            heads.remove(heads.keySet().iterator().next());
        }
    }
}

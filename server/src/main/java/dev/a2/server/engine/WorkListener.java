package dev.a2.server.engine;

import java.util.Set;

/** Hears where work may have come up for workers elsewhere. Called on the threads that made it, so it must be quick. */
@FunctionalInterface
public interface WorkListener {
    /** These consumers may have free heads in that session. */
    void mayHaveWork(String sessionId, Set<String> consumers);
}

package dev.a2.store;

import java.util.List;

/** Gives claims back before they lapse (REL). */
public record ReleaseRequest(String sessionId, String holder, List<AttemptRef> claims) {
    /** Checks names (VAL-1). */
    public ReleaseRequest {
        Checks.name("session id", sessionId);
        Checks.name("holder", holder);
        claims = List.copyOf(claims);
    }
}

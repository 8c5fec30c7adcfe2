package dev.a2.store;

import java.util.List;

/** Extends claims (REN). */
public record RenewRequest(String sessionId, String holder, List<AttemptRef> claims, When expiry) {
    /** Checks names (VAL-1). */
    public RenewRequest {
        Checks.name("session id", sessionId);
        Checks.name("holder", holder);
        claims = List.copyOf(claims);
    }
}

package dev.a2.server.token;

import java.time.Instant;

/**
 * A session token and when it ends.
 *
 * @param text what its holder sends as {@code Authorization: Bearer TEXT}; a secret
 */
public record SessionToken(String text, Instant expiresAt) {
    /** Without the text. */
    @Override
    public String toString() {
        return "SessionToken[expiresAt=" + expiresAt + "]";
    }
}

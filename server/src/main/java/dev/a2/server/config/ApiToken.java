package dev.a2.server.config;

import java.util.Set;

/**
 * An API token that the server accepts. Only its hash is kept (SRV-7).
 *
 * @param name who uses it, for logs
 * @param sha256 the SHA-256 of the token's UTF-8 bytes, in hexadecimal
 */
public record ApiToken(String name, String sha256, Set<Role> roles) {
    /** Checks the hash and copies the roles. */
    public ApiToken {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an API token needs a name");
        }
        if (!sha256.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("API token " + name
                    + " needs the SHA-256 of its token: 64 hexadecimal digits; make one with: a2 token");
        }
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("API token " + name + " has no role; it could do nothing");
        }
        roles = Set.copyOf(roles);
    }
}

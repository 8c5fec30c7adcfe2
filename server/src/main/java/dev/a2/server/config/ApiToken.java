package dev.a2.server.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * An API token that the server accepts. Only its hash is kept (SRV-7).
 *
 * @param name who uses it, for logs
 * @param sha256 the SHA-256 of the token's UTF-8 bytes, in hexadecimal
 */
public record ApiToken(String name, String sha256, Set<Role> roles) {
    private static final int MOST_NAME = 100;

    /** Checks the name and the hash, and copies the roles. */
    public ApiToken {
        if (name.isBlank() || name.length() > MOST_NAME || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "an API token needs a name of at most " + MOST_NAME + " characters, without control characters");
        }
        if (!sha256.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("API token " + name
                    + " needs the SHA-256 of its token: 64 hexadecimal digits; make one with: a2 token");
        }
        sha256 = sha256.toLowerCase(Locale.ROOT);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("API token " + name + " has no role; it could do nothing");
        }
        roles = Set.copyOf(roles);
    }

    /** The token of this text. */
    public static ApiToken of(String name, String text, Set<Role> roles) {
        return new ApiToken(name, HexFormat.of().formatHex(hash(text)), roles);
    }

    /** The SHA-256 of a token's text. */
    public static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

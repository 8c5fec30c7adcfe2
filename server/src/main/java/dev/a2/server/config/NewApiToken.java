package dev.a2.server.config;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An API token that was just made: the text for its holder, which nobody can find out again, and what the server keeps.
 *
 * <p>Texts are {@code a2_} and 32 random bytes in base64url. The server takes no other form, so no token can be guessed.
 *
 * @param text what its holder sends as {@code Authorization: Bearer TEXT}; a secret
 */
public record NewApiToken(String text, ApiToken kept) {
    private static final String PREFIX = "a2_";
    private static final int RANDOM_BYTES = 32;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    /** A new one. */
    public static NewApiToken make(String name, Set<Role> roles) {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        return new NewApiToken(text, ApiToken.of(name, text, roles));
    }

    /** Whether a text has the form of API tokens. */
    public static boolean isWellFormed(String text) {
        return FORM.matcher(text).matches();
    }

    /** Without the text. */
    @Override
    public String toString() {
        return "NewApiToken[" + kept + "]";
    }
}

package dev.a2.server.config;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what (SRV-6 to SRV-8).
 *
 * @param tokens the API tokens; none, and no secret: everybody may do everything, which only a server on loopback allows
 * @param sessionSecret signs session tokens (at least 32 bytes of UTF-8); null: there are none
 * @param origins pages of these origins may call the server, beside its own
 * @param hosts names that the server goes by in {@code Host}, beside loopback's and the one it listens on
 */
public record AccessOptions(
        List<ApiToken> tokens, @Nullable String sessionSecret, Set<String> origins, Set<String> hosts) {
    /** Copies what it is given. */
    public AccessOptions {
        tokens = List.copyOf(tokens);
        origins = Set.copyOf(origins);
        hosts = Set.copyOf(hosts);
    }

    /** Everybody may do everything. */
    public static AccessOptions open() {
        return new AccessOptions(List.of(), null, Set.of(), Set.of());
    }

    /** Whether everybody may do everything. */
    public boolean isOpen() {
        return tokens.isEmpty() && sessionSecret == null;
    }
}

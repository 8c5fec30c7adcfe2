package dev.a2.server.config;

import dev.a2.server.token.SessionTokens;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what (SRV-6 to SRV-8). Begin with {@link #open} and say what is needed.
 *
 * @param tokens the API tokens; none, and no secret: everybody may do everything, which only a server on loopback allows
 * @param sessionSecret signs session tokens (at least 32 bytes of UTF-8); null: there are none
 * @param origins pages of these origins, such as {@code https://app.example}, may call the server, beside its own
 * @param hosts names that the server goes by in {@code Host}, beside loopback's and the one it listens on: a name for any port,
 *     or {@code name:port}
 */
public record AccessOptions(
        List<ApiToken> tokens, @Nullable String sessionSecret, Set<String> origins, Set<String> hosts) {
    private static final AccessOptions OPEN = new AccessOptions(List.of(), null, Set.of(), Set.of());
    private static final Pattern ORIGIN = Pattern.compile(
            "[a-z][a-z0-9+.-]*://[a-z0-9._-]+(:[0-9]{1,5})?|" + "[a-z][a-z0-9+.-]*://\\[[0-9a-f:.]+](:[0-9]{1,5})?");

    /** Copies what it is given, and refuses what would let in everybody or nobody (F67). */
    public AccessOptions {
        tokens = List.copyOf(tokens);
        requireDifferent(tokens);
        if (sessionSecret != null) {
            SessionTokens.of(sessionSecret);
        }
        origins = checkedOrigins(origins);
        hosts = Set.copyOf(hosts);
    }

    private static void requireDifferent(List<ApiToken> tokens) {
        Set<String> names = new HashSet<>();
        Set<String> hashes = new HashSet<>();
        for (ApiToken token : tokens) {
            if (!names.add(token.name())) {
                throw new IllegalArgumentException("two API tokens have the name " + token.name());
            }
            if (!hashes.add(token.sha256())) {
                throw new IllegalArgumentException("the token of " + token.name() + " is that of another name, too");
            }
        }
    }

    private static Set<String> checkedOrigins(Set<String> origins) {
        Set<String> checked = new LinkedHashSet<>();
        for (String origin : origins) {
            String lower = origin.toLowerCase(Locale.ROOT);
            if (!ORIGIN.matcher(lower).matches()) {
                throw new IllegalArgumentException(
                        "'" + origin + "' is no origin; write scheme://name or scheme://name:port, without a path");
            }
            checked.add(withoutDefaultPort(lower));
        }
        return Set.copyOf(checked);
    }

    /** Browsers leave it out. */
    private static String withoutDefaultPort(String origin) {
        return origin.replaceFirst("^(http://.+):80$", "$1").replaceFirst("^(https://.+):443$", "$1");
    }

    /** Everybody may do everything. */
    public static AccessOptions open() {
        return OPEN;
    }

    /** The same with these API tokens. */
    public AccessOptions tokens(List<ApiToken> tokens) {
        return new AccessOptions(tokens, sessionSecret, origins, hosts);
    }

    /** The same with session tokens signed by this secret. */
    public AccessOptions sessionSecret(@Nullable String secret) {
        return new AccessOptions(tokens, secret, origins, hosts);
    }

    /** The same for pages of these origins. */
    public AccessOptions origins(Set<String> origins) {
        return new AccessOptions(tokens, sessionSecret, origins, hosts);
    }

    /** The same with these names for the server. */
    public AccessOptions hosts(Set<String> hosts) {
        return new AccessOptions(tokens, sessionSecret, origins, hosts);
    }

    /** Whether everybody may do everything. */
    public boolean isOpen() {
        return tokens.isEmpty() && sessionSecret == null;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "AccessOptions[tokens=" + tokens.stream().map(ApiToken::name).toList() + ", sessionSecret="
                + (sessionSecret == null ? "none" : "…") + ", origins=" + origins + ", hosts=" + hosts + "]";
    }
}

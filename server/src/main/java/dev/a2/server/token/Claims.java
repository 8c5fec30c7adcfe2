package dev.a2.server.token;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A grant as the claims of a JSON Web Token. */
final class Claims {
    private static final String SESSION = "session";
    private static final String PREFIX = "prefix";
    private static final String APPEND = "append";
    private static final String PARTICIPANT = "participant";
    private static final String SUBJECT = "sub";

    /** The rest of them limits nothing: it says where a token comes from, and when it is good. */
    private static final Set<String> KNOWN =
            Set.of("exp", "nbf", "iat", "iss", "jti", SUBJECT, SESSION, PREFIX, APPEND, PARTICIPANT);

    private Claims() {}

    static JWTClaimsSet write(SessionGrant grant, Instant expiresAt) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .claim("exp", expiresAt.getEpochSecond())
                .claim(SUBJECT, grant.subject())
                .claim(SESSION, grant.session())
                .claim(PREFIX, grant.prefix())
                .claim(PARTICIPANT, grant.participant());
        if (!grant.append().isEmpty()) {
            claims.claim(APPEND, grant.append().stream().sorted().toList());
        }
        return claims.build();
    }

    /** A claim that nobody knows may have been meant to limit the token: it is refused. */
    static SessionGrant read(JWTClaimsSet claims) throws InvalidTokenException {
        for (String name : claims.getClaims().keySet()) {
            if (!KNOWN.contains(name)) {
                throw new InvalidTokenException("nobody knows one of its claims");
            }
        }
        try {
            return new SessionGrant(
                    text(claims, SESSION),
                    text(claims, PREFIX),
                    texts(claims, APPEND),
                    text(claims, PARTICIPANT),
                    text(claims, SUBJECT));
        } catch (IllegalArgumentException e) {
            throw new InvalidTokenException(String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable String text(JWTClaimsSet claims, String name) throws InvalidTokenException {
        Object value = claims.getClaim(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new InvalidTokenException("its claim " + name + " is not a string");
    }

    private static Set<String> texts(JWTClaimsSet claims, String name) throws InvalidTokenException {
        Set<String> texts = new LinkedHashSet<>();
        switch (claims.getClaim(name)) {
            case null -> {}
            case List<?> list -> {
                for (Object item : list) {
                    if (!(item instanceof String text)) {
                        throw new InvalidTokenException("its claim " + name + " holds what is not a string");
                    }
                    texts.add(text);
                }
            }
            default -> throw new InvalidTokenException("its claim " + name + " is not a list");
        }
        return texts;
    }
}

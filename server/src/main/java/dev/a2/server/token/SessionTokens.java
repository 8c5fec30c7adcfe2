package dev.a2.server.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;

/**
 * Makes and reads session tokens: JSON Web Tokens (HS256) signed with a secret that the server and its backends share.
 *
 * <pre>{@code
 * SessionTokens tokens = SessionTokens.of(secret);
 * SessionToken token = tokens.mint(SessionGrant.session("order-7").append("said"), Duration.ofHours(1));
 * }</pre>
 */
public final class SessionTokens {
    /** No token lasts longer. */
    public static final Duration LONGEST = Duration.ofHours(24);

    /** By how much the clocks of two machines may differ. */
    public static final Duration LEEWAY = Duration.ofSeconds(10);

    /** The fewest bytes of UTF-8 that a secret has. */
    public static final int SECRET_BYTES = 32;

    private final byte[] secret;
    private final InstantSource clock;

    private SessionTokens(byte[] secret, InstantSource clock) {
        this.secret = secret;
        this.clock = clock;
    }

    /**
     * Those of a secret.
     *
     * @throws IllegalArgumentException if it is blank or has less than 32 bytes
     */
    public static SessionTokens of(String secret) {
        return of(secret, Clock.systemUTC());
    }

    /**
     * The same by another clock.
     *
     * @throws IllegalArgumentException if the secret is blank or has less than 32 bytes
     */
    public static SessionTokens of(String secret, InstantSource clock) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        if (secret.isBlank() || bytes.length < SECRET_BYTES) {
            throw new IllegalArgumentException("the secret of session tokens is "
                    + (secret.isBlank() ? "blank" : "too short")
                    + "; it needs at least " + SECRET_BYTES + " bytes, such as: openssl rand -base64 32");
        }
        return new SessionTokens(bytes, clock);
    }

    /**
     * A new token.
     *
     * @param ttl how long it lasts, from a second to 24 hours
     */
    public SessionToken mint(SessionGrant grant, Duration ttl) {
        if (ttl.compareTo(Duration.ofSeconds(1)) < 0 || ttl.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a session token lasts from 1 s to 24 h, not " + ttl);
        }
        // In whole seconds, as the token says it.
        Instant expiresAt = clock.instant().plus(ttl).truncatedTo(ChronoUnit.SECONDS);
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), Claims.write(grant, expiresAt));
        try {
            token.sign(new MACSigner(secret));
        } catch (JOSEException e) {
            throw new IllegalStateException("a session token cannot be signed", e);
        }
        return new SessionToken(token.serialize(), expiresAt);
    }

    /**
     * What a token allows.
     *
     * @throws InvalidTokenException if it is malformed, signed by somebody else, not yet or no longer good, or says what
     *     nobody knows
     */
    public Verified read(String text) throws InvalidTokenException {
        SignedJWT token = parse(text);
        JWSHeader header = token.getHeader();
        if (!JWSAlgorithm.HS256.equals(header.getAlgorithm())) {
            throw new InvalidTokenException("it is not signed by HS256");
        }
        if (header.getCriticalParams() != null) {
            throw new InvalidTokenException("its header demands what nobody knows (crit)");
        }
        if (!isSigned(token)) {
            throw new InvalidTokenException("its signature is wrong");
        }
        JWTClaimsSet claims;
        try {
            claims = token.getJWTClaimsSet();
        } catch (ParseException e) {
            throw new InvalidTokenException("its claims are malformed");
        }
        Instant end = end(claims);
        return new Verified(Claims.read(claims), end.plus(LEEWAY));
    }

    private static SignedJWT parse(String text) throws InvalidTokenException {
        try {
            return SignedJWT.parse(text);
        } catch (ParseException | RuntimeException e) {
            // Not its message: that may quote the token.
            throw new InvalidTokenException("it is no signed JSON Web Token");
        }
    }

    private boolean isSigned(SignedJWT token) throws InvalidTokenException {
        try {
            return token.verify(new MACVerifier(secret));
        } catch (JOSEException e) {
            throw new InvalidTokenException("its signature cannot be checked");
        }
    }

    private Instant end(JWTClaimsSet claims) throws InvalidTokenException {
        Instant now = clock.instant();
        Date expires = claims.getExpirationTime();
        if (expires == null) {
            throw new InvalidTokenException("it does not say when it ends (exp)");
        }
        Instant end = expires.toInstant();
        if (!now.isBefore(end.plus(LEEWAY))) {
            throw new InvalidTokenException("it ended at " + end);
        }
        if (end.isAfter(now.plus(LONGEST).plus(LEEWAY))) {
            throw new InvalidTokenException("it would last longer than 24 h");
        }
        Date notBefore = claims.getNotBeforeTime();
        if (notBefore != null && notBefore.toInstant().isAfter(now.plus(LEEWAY))) {
            throw new InvalidTokenException("it is not good yet (nbf)");
        }
        return end;
    }

    /**
     * What a good token allows.
     *
     * @param until when its holder is turned away: its end and the leeway
     */
    public record Verified(SessionGrant grant, Instant until) {}
}

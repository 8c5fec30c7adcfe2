package dev.a2.server.access;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.ApiToken;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.token.InvalidTokenException;
import dev.a2.server.token.SessionTokens;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells by its token who sent a request. Whatever is wrong with a token, the answer is the same. */
final class Credentials {
    private static final System.Logger LOG = System.getLogger(Credentials.class.getName());
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([A-Za-z0-9._~+/=-]+) *");
    private static final Set<String> TOKEN_PARAMETERS = Set.of("token", "access_token", "authorization");

    private final ApiTokens apiTokens;
    private final @Nullable SessionTokens sessionTokens;

    Credentials(AccessOptions options, InstantSource clock) {
        this.apiTokens = new ApiTokens(options.tokens());
        String secret = options.sessionSecret();
        this.sessionTokens = secret == null ? null : SessionTokens.of(secret, clock);
    }

    Optional<SessionTokens> sessionTokens() {
        return Optional.ofNullable(sessionTokens);
    }

    /**
     * Refuses a token in the address, where logs and histories keep it (SRV-8, F64).
     *
     * @throws Problem UNAUTHORIZED
     */
    static void refuseInAddress(HttpRequest request) {
        for (String name : request.queryNames()) {
            if (TOKEN_PARAMETERS.contains(name.toLowerCase(Locale.ROOT))
                    || request.queryAll(name).stream().anyMatch(NewApiToken::isWellFormed)) {
                throw unauthorized("a token in the address ends in logs: send it as Authorization: Bearer TOKEN,"
                        + " and replace this one");
            }
        }
    }

    /**
     * Who sent it.
     *
     * @throws Problem UNAUTHORIZED
     */
    Caller caller(HttpRequest request) {
        return token(request)
                .flatMap(this::holder)
                .orElseThrow(() -> unauthorized("send a valid token as Authorization: Bearer TOKEN"));
    }

    private static Problem unauthorized(String detail) {
        return new Problem(ProblemCode.UNAUTHORIZED, detail).with("WWW-Authenticate", "Bearer");
    }

    private static Optional<String> token(HttpRequest request) {
        List<String> headers = request.headers("Authorization");
        if (headers.size() != 1) {
            return Optional.empty();
        }
        Matcher matcher = BEARER.matcher(headers.get(0));
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private Optional<Caller> holder(String token) {
        Optional<Caller> holder = apiTokens.holder(token);
        return holder.isPresent() || sessionTokens == null ? holder : sessionHolder(sessionTokens, token);
    }

    private static Optional<Caller> sessionHolder(SessionTokens tokens, String token) {
        try {
            SessionTokens.Verified verified = tokens.read(token);
            String mark = HexFormat.of().formatHex(ApiToken.hash(token), 0, 4);
            return Optional.of(Caller.SessionHolder.of(verified.grant(), mark, verified.until()));
        } catch (InvalidTokenException e) {
            // Whoever writes a backend needs to know why; whoever guesses does not.
            LOG.log(System.Logger.Level.DEBUG, "a session token was refused: {0}", e.getMessage());
            return Optional.empty();
        }
    }
}

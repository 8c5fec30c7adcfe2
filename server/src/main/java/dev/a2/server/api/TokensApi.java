package dev.a2.server.api;

import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.server.access.Gatekeeper;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionToken;
import dev.a2.server.token.SessionTokens;
import dev.a2.server.wire.Times;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Making session tokens for backends that do not sign their own. */
final class TokensApi {
    private final Gatekeeper gatekeeper;

    TokensApi(Gatekeeper gatekeeper) {
        this.gatekeeper = gatekeeper;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/tokens", Right.OPERATE, this::mint));
    }

    private HttpReply mint(Call call) {
        call.allowQuery();
        SessionTokens tokens = gatekeeper
                .sessionTokens()
                .orElseThrow(() -> Problem.notFound("this server has no secret for session tokens: start it with one"));
        JsonFields body = call.body();
        List<String> append = Objects.requireNonNullElse(body.optionalTexts("append"), List.of());
        try {
            SessionGrant grant = new SessionGrant(
                    body.optionalText("session"),
                    body.optionalText("prefix"),
                    Set.copyOf(append),
                    body.optionalText("participant"),
                    body.optionalText("subject"));
            Duration ttl = Duration.ofMillis(body.number("ttlMs"));
            body.end();
            return minted(tokens.mint(grant, ttl));
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(String.valueOf(e.getMessage()));
        }
    }

    private static HttpReply minted(SessionToken token) {
        return HttpReply.json(new JsonLine()
                        .text("token", token.text())
                        .text("expiresAt", Times.text(token.expiresAt()))
                        .toString())
                .with("Cache-Control", "no-store");
    }
}

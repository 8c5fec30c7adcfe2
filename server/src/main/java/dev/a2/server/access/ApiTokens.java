package dev.a2.server.access;

import dev.a2.server.config.ApiToken;
import dev.a2.server.config.NewApiToken;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The API tokens that a server accepts, as hashes. */
final class ApiTokens {
    private final List<Known> known;

    ApiTokens(List<ApiToken> tokens) {
        this.known = tokens.stream()
                .map(token -> new Known(
                        HexFormat.of().parseHex(token.sha256()), new Caller.TokenHolder(token.name(), token.roles())))
                .toList();
    }

    /** Who holds a token. Takes as long for a wrong one as for a right one (F67). */
    Optional<Caller> holder(String text) {
        if (!NewApiToken.isWellFormed(text)) {
            return Optional.empty();
        }
        byte[] hash = ApiToken.hash(text);
        Optional<Caller> holder = Optional.empty();
        for (Known token : known) {
            if (MessageDigest.isEqual(token.hash(), hash)) {
                holder = Optional.of(token.holder());
            }
        }
        return holder;
    }

    @SuppressWarnings("ArrayRecordComponent") // Compared in constant time only.
    private record Known(byte[] hash, Caller holder) {}
}

package dev.a2.server.wire;

import dev.a2.DerivedIds;
import dev.a2.codec.JsonLine;
import dev.a2.store.Head;
import java.time.Instant;
import java.util.List;

/** Claimed heads on the wire. */
public final class ClaimJson {
    private ClaimJson() {}

    /** What a claim answers. */
    public static String claims(List<Head> heads, Instant now) {
        return new JsonLine()
                .array("claims", heads, ClaimJson::claim)
                .text("now", Times.text(now))
                .toString();
    }

    private static String claim(Head head) {
        String sessionId = head.event().sessionId();
        return new WireLine()
                .text("sessionId", sessionId)
                .text("consumer", head.consumer())
                .text("lane", head.lane())
                .number("index", head.event().index())
                .number("attempt", head.dispatch().attemptCount())
                .raw("event", EventJson.of(head.event()))
                .time("expiresAt", head.dispatch().claimExpiresAt())
                .number("failureCount", head.dispatch().failureCount())
                .text("lastError", head.dispatch().lastError())
                .text("idempotencyKey", DerivedIds.idempotencyKey(sessionId, head.ref()))
                .toString();
    }
}

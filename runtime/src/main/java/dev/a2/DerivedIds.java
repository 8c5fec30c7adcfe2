package dev.a2;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Ids that follow from what they stand for, so that a repeated call repeats them: UUIDs (version 8) from a SHA-256 over
 * parts with their lengths. Those of events begin with the time of the head's event, for stores that like ids that grow.
 *
 * <p>What a handler returns is named by its attempt, for only one attempt completes and its completion may be repeated.
 * What it emits is named by the head and the handler's key, for a later attempt must not emit it again. The purposes keep
 * both apart.
 */
public final class DerivedIds {
    private DerivedIds() {}

    /** The same for all attempts of a head, and for no other head: what handlers have as their idempotency key. */
    public static String idempotencyKey(String sessionId, HeadRef head) {
        return hash("head", sessionId, head.consumer(), lane(head.lane()), Long.toString(head.index()))
                .toString();
    }

    /** Names what all attempts of a head emit under one key. */
    static String emitted(Head head, String key) {
        Event event = head.event();
        UUID hash =
                hash("emit", event.sessionId(), head.consumer(), lane(head.lane()), Long.toString(event.index()), key);
        return at(event.createdAt(), hash);
    }

    /** Names what one attempt returns at one position. */
    static String returned(Head head, int position) {
        Event event = head.event();
        UUID hash = hash(
                "return",
                event.sessionId(),
                head.consumer(),
                lane(head.lane()),
                Long.toString(event.index()),
                Integer.toString(head.attempt().attempt()),
                Integer.toString(position));
        return at(event.createdAt(), hash);
    }

    /** Names what one attempt returns at one position, where nobody knows the head's event. */
    public static String returned(String sessionId, AttemptRef attempt, int position) {
        return hash(
                        "complete",
                        sessionId,
                        attempt.consumer(),
                        lane(attempt.lane()),
                        Long.toString(attempt.index()),
                        Integer.toString(attempt.attempt()),
                        Integer.toString(position))
                .toString();
    }

    private static String at(Instant time, UUID hash) {
        long high = time.toEpochMilli() << 16 | hash.getMostSignificantBits() & 0xFFFF;
        return new UUID(high, hash.getLeastSignificantBits()).toString();
    }

    /** No lane and the empty lane are two things. */
    private static String lane(@Nullable String lane) {
        return lane == null ? "#" : "L" + lane;
    }

    private static UUID hash(String... parts) {
        MessageDigest sha = sha256();
        for (String part : parts) {
            byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(utf8.length).flip());
            sha.update(utf8);
        }
        ByteBuffer digest = ByteBuffer.wrap(sha.digest());
        long high = digest.getLong() & ~0xF000L | 0x8000L;
        long low = digest.getLong() & ~(3L << 62) | 2L << 62;
        return new UUID(high, low);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

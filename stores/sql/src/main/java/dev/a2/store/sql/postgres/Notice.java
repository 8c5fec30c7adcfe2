package dev.a2.store.sql.postgres;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What one store tells the others about a session. As a notification's text it always has the same length, however long
 * names are: the schema's tag, the sender's tag, the kind, the session's digest, the number.
 *
 * @param origin the tag of the store that sent it
 * @param session the digest of a session id
 * @param number the log's frontier, or the number of a presence change, or that of a test
 */
record Notice(Kind kind, String origin, String session, long number) {
    enum Kind {
        EVENTS('e'),
        PRESENCE('p'),
        WORK('w'),
        TEST('t');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        private static @Nullable Kind of(char letter) {
            for (Kind kind : values()) {
                if (kind.letter == letter) {
                    return kind;
                }
            }
            return null;
        }
    }

    private static final int TAG = 8;
    private static final int DIGEST = 32;
    private static final int NUMBER = 16;
    private static final int LENGTH = TAG + TAG + 1 + DIGEST + NUMBER;
    private static final HexFormat HEX = HexFormat.of();

    /**
     * How one store's notices are written.
     *
     * @param schemaTag tells the stores of one schema from others in the same database
     * @param origin the store's own tag
     */
    record Names(String schemaTag, String origin) {
        static Names of(String schema, String origin) {
            return new Names(digest(schema).substring(0, TAG), origin);
        }

        String payload(Kind kind, String session, long number) {
            return schemaTag + origin + kind.letter + session + HEX.toHexDigits(number);
        }

        /** What somebody sent to stores of this schema; null if it is nothing of the kind. */
        @Nullable Notice read(String payload) {
            if (payload.length() != LENGTH || !payload.startsWith(schemaTag)) {
                return null;
            }
            Kind kind = Kind.of(payload.charAt(2 * TAG));
            int session = 2 * TAG + 1;
            try {
                return kind == null
                        ? null
                        : new Notice(
                                kind,
                                payload.substring(TAG, 2 * TAG),
                                payload.substring(session, session + DIGEST),
                                HexFormat.fromHexDigitsToLong(payload, session + DIGEST, LENGTH));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** The tag of a store that begins. */
    static String newOrigin() {
        return HEX.toHexDigits(ThreadLocalRandom.current().nextInt());
    }

    /** What stands for a session id: nobody can make two that collide. */
    static String digest(String sessionId) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HEX.formatHex(sha.digest(sessionId.getBytes(StandardCharsets.UTF_8)), 0, DIGEST / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

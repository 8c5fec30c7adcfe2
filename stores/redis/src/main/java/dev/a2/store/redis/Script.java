package dev.a2.store.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scripts, each named after the file that holds it. Constants: no data ever becomes part of one. */
enum Script {
    APPEND,
    APPEND_ONE,
    CLAIM_AVAILABLE,
    CLEAR,
    COMPLETE_ATTEMPT,
    COMPLETE_EVENT,
    CURSORS,
    DEAD_LETTERS,
    EXPECT_WORK,
    FAIL_ATTEMPT,
    FRAME,
    FREE_TIMES,
    INDEX_TYPE,
    PENDING,
    PRUNE_PRESENCE,
    PUT_SNAPSHOTS,
    READ_STATE,
    RECLAIM,
    REDRIVE,
    REFRESH_WORK,
    RELEASE_CLAIMS,
    RENEW_CLAIMS,
    SET_PRESENCE,
    SETTLE_WORK,
    SWEEP,
    TAKE_WORK,
    WAKE_LOG;

    /** Those that end work, so that a full server gets rid of it. */
    private static final Set<String> ENDING_WORK = Set.of(
            "CLAIM_AVAILABLE",
            "CLEAR",
            "COMPLETE_ATTEMPT",
            "COMPLETE_EVENT",
            "FAIL_ATTEMPT",
            "REDRIVE",
            "REFRESH_WORK",
            "RELEASE_CLAIMS",
            "RENEW_CLAIMS",
            "SWEEP");

    /** Those that write nothing, or only what can be lost without losing events or work. */
    private static final Set<String> PASSING = Set.of(
            "CURSORS",
            "DEAD_LETTERS",
            "EXPECT_WORK",
            "FRAME",
            "FREE_TIMES",
            "INDEX_TYPE",
            "PENDING",
            "PRUNE_PRESENCE",
            "READ_STATE",
            "REFRESH_WORK",
            "SETTLE_WORK",
            "SET_PRESENCE",
            "TAKE_WORK");

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
    private final byte[] digest;

    Script() {
        text = LuaFiles.ofTheStore().expand(file());
        digest = digest(text);
    }

    private String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The text for a server that refuses to let memory grow; null if this script needs it to. */
    @Nullable String textWhenFull() {
        return ENDING_WORK.contains(name()) ? LuaFiles.ofTheStore().expand("lib/full", file()) : null;
    }

    /** Whether it writes what must not be lost. */
    boolean isLasting() {
        return !PASSING.contains(name());
    }

    /** The whole text. */
    String text() {
        return text;
    }

    /** The name that the server gives it. */
    byte[] digest() {
        return digest;
    }

    private static byte[] digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.a2.store.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The scripts, each named after the file that holds it. Constants: no data ever becomes part of one. */
enum Script {
    APPEND,
    APPEND_ONE,
    CARRY_OUT,
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

    private static final Set<String> READ_ONLY =
            Set.of("CURSORS", "DEAD_LETTERS", "FRAME", "FREE_TIMES", "PENDING", "READ_STATE");

    /** How a script is run. */
    enum Form {
        /** As every server takes it. */
        PLAIN,
        /**
         * Where a server locks no more than the hash tags of its keys ({@link KeyLocking}). It sends no message, as the lock would
         * last meanwhile: its reply is a list of the plain one's reply, and a channel and a message for each that is to be sent.
         */
        LOCKING,
        /** As every server takes it, but with such a reply and without messages. */
        APART;

        /** Whether the reply tells messages apart from what the plain script replies. */
        boolean tellsApart() {
            return this != PLAIN;
        }
    }

    /** A whole text, and the name that a server gives it. */
    private static final class Whole {
        final String text;
        final byte[] digest;

        Whole(String text) {
            this.text = text;
            try {
                byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
                this.digest = HexFormat.of().formatHex(hash).getBytes(StandardCharsets.US_ASCII);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Others than the plain one are made when they are first asked for. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Map<Form, Whole> wholes = new ConcurrentHashMap<>();

    Script() {
        wholes.put(Form.PLAIN, new Whole(expanded(Form.PLAIN)));
    }

    private String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    private Whole whole(Form form) {
        Whole made = wholes.get(form);
        if (made == null) {
            made = new Whole(expanded(form));
            wholes.put(form, made);
        }
        return made;
    }

    private String expanded(Form form) {
        return switch (form) {
            case PLAIN -> LuaFiles.ofTheStore().expand(file());
            case APART -> tellingApart(file());
            case LOCKING -> {
                String flags = READ_ONLY.contains(name()) ? "no-writes,allow-key-locking" : "allow-key-locking";
                yield "#!lua flags=" + flags + "\n" + tellingApart(file());
            }
        };
    }

    private static String tellingApart(String... files) {
        String text = LuaFiles.ofTheStore().with("lib/call", "lib/call_apart").expand(files);
        return "local apart = {}\nlocal function operation()\n" + text + "end\n" + """
                local reply = operation()
                if type(reply) == 'table' and reply.err then
                  return reply
                end
                return {reply, unpack(apart)}
                """;
    }

    /** The text for a server that refuses to let memory grow; null if this script needs it to. */
    @Nullable String textWhenFull(Form form) {
        if (!ENDING_WORK.contains(name())) {
            return null;
        }
        return form == Form.PLAIN ? LuaFiles.ofTheStore().expand("lib/full", file()) : tellingApart("lib/full", file());
    }

    /** Whether it writes what must not be lost. */
    boolean isLasting() {
        return !PASSING.contains(name());
    }

    /** The whole text. */
    String text(Form form) {
        return whole(form).text;
    }

    /** The name that the server gives it. */
    byte[] digest(Form form) {
        return whole(form).digest;
    }
}

package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** What goes wrong between us and a server, in the contract's words. */
final class Failures {
    /** Errors that a server gives before it carries anything out. */
    private static final Set<String> REFUSALS = Set.of(
            "LOADING",
            "BUSY",
            "MASTERDOWN",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "READONLY",
            "OOM",
            "MISCONF",
            "NOREPLICAS",
            "NOSCRIPT",
            "MOVED",
            "ASK",
            "CROSSSLOT",
            "UNBLOCKED",
            "WRONGTYPE");

    /** Errors that no repetition cures. */
    private static final Set<String> REFUSALS_FOR_GOOD = Set.of("NOPERM", "NOAUTH", "WRONGPASS");

    /** How a server says, without a word in capitals, that a script met a command or key that this user may not use. */
    private static final String NOT_ALLOWED = "The user executing the script can't";

    private static final Pattern NOT_CAPITALS = Pattern.compile("[^A-Z]+");

    private Failures() {}

    /** The reply, if it is no error. */
    static @Nullable Object checked(Command command, @Nullable Object reply) {
        if (reply instanceof RuntimeException error) {
            throw of(command, error);
        }
        return reply;
    }

    /** Whether a reply is an error that begins with this word: nothing ran. */
    static boolean is(String word, @Nullable Object reply) {
        return reply instanceof JedisDataException error && word(error).equals(word);
    }

    /** Whether an error reply says nothing of the command itself: the server, or its user's rights, may be others next time. */
    static boolean isOfTheMoment(RuntimeException error) {
        String word = word(error);
        return error instanceof RestFailure
                || REFUSALS.contains(word)
                || REFUSALS_FOR_GOOD.contains(word)
                || String.valueOf(error.getMessage()).startsWith("ERR max ");
    }

    /** A slot's keys are on two nodes just now. */
    static boolean isTryAgain(JedisDataException error) {
        return String.valueOf(error.getMessage()).startsWith("TRYAGAIN");
    }

    /** An error reply. */
    static StoreException of(Command command, RuntimeException error) {
        if (error instanceof NotDurable) {
            return new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    Effect.UNKNOWN,
                    command + " was carried out, but may yet be lost: " + error.getMessage() + "; repeat it",
                    error);
        }
        if (error instanceof RestFailure failure) {
            return failure.of(command);
        }
        String word = word(error);
        String message = command + " was answered by an error: " + error.getMessage();
        if (REFUSALS_FOR_GOOD.contains(word)) {
            return new StoreException(ErrorCode.STORE_NOT_CONFIGURED, Effect.NOT_APPLIED, message, error);
        }
        if (message.contains(NOT_ALLOWED)) {
            return new StoreException(ErrorCode.STORE_NOT_CONFIGURED, Effect.UNKNOWN, message, error);
        }
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                REFUSALS.contains(word) ? Effect.NOT_APPLIED : Effect.UNKNOWN,
                message,
                error);
    }

    /** Nothing was sent. */
    static StoreException notSent(String why, @Nullable Throwable cause) {
        String objection = Tls.objection(cause);
        if (objection != null) {
            return notEncrypted(Effect.NOT_APPLIED, objection, cause);
        }
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, "nothing was sent to the server: " + why, cause);
    }

    /** It was sent, and no answer came. */
    static StoreException noAnswer(Command command, @Nullable Throwable cause) {
        String objection = Tls.objection(cause);
        if (objection != null) {
            return notEncrypted(Effect.UNKNOWN, objection, cause);
        }
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                Effect.UNKNOWN,
                command + " was sent, but no answer came: " + (cause == null ? "time is up" : cause.getMessage()),
                cause);
    }

    /** Client and server do not trust each other, which no repetition cures. */
    private static StoreException notEncrypted(Effect effect, String objection, @Nullable Throwable cause) {
        return new StoreException(
                ErrorCode.STORE_NOT_CONFIGURED, effect, "no encrypted connection: " + objection, cause);
    }

    /**
     * The error's first word in capitals. One that a script met stands inside of another: "ERR … script: READONLY You …".
     */
    private static String word(RuntimeException error) {
        String message = String.valueOf(error.getMessage());
        String first = "";
        for (String part : NOT_CAPITALS.split(message, -1)) {
            if (REFUSALS.contains(part) || REFUSALS_FOR_GOOD.contains(part)) {
                return part;
            }
            first = first.isEmpty() ? part : first;
        }
        return first;
    }
}

package dev.a2.store.redis;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a write counts as done. What the server carried out but did not confirm like this in time ends as
 * {@code STORE_UNAVAILABLE} with effect unknown: repeating it is safe, and waits again.
 *
 * @param level what is waited for
 * @param replicas how many must confirm
 * @param limit how long they have; at most half of the patience for an answer counts
 */
public record Durability(Level level, int replicas, Duration limit) {
    /** What a write waits for. */
    public enum Level {
        /** Nothing but the server's answer; how durable that is, its own settings say. */
        AS_IS,
        /** Replicas that have it in memory (WAIT). */
        REPLICAS,
        /** The server's disk (WAITAOF, from Redis 7.2 on). */
        AOF
    }

    /** The server's answer is enough. */
    public static final Durability AS_IS = new Durability(Level.AS_IS, 0, Duration.ofSeconds(1));

    private static final Pattern TEXT = Pattern.compile("as-is|aof|replicas:(\\d{1,3})");

    /** Checks that there is something to wait for. */
    public Durability {
        if (!limit.isPositive() || (level == Level.REPLICAS) != (replicas > 0)) {
            throw new IllegalArgumentException("a durability needs a time limit, and replicas where it waits for them");
        }
    }

    /** So many replicas have it within a second. */
    public static Durability replicas(int replicas) {
        return new Durability(Level.REPLICAS, replicas, AS_IS.limit());
    }

    /** The server's disk has it within a second. */
    public static Durability aof() {
        return new Durability(Level.AOF, 0, AS_IS.limit());
    }

    /** The same with this patience. */
    public Durability limit(Duration limit) {
        return new Durability(level, replicas, limit);
    }

    /** As a URL has it: {@code as-is}, {@code replicas:N} or {@code aof}. */
    static Durability parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("durability is as-is, replicas:N or aof, not " + text);
        }
        return switch (text) {
            case "as-is" -> AS_IS;
            case "aof" -> aof();
            default -> replicas(Integer.parseInt(matcher.group(1)));
        };
    }

    /** What waits for all that this connection wrote; null: nothing. */
    @Nullable Command waiting(Duration answer) {
        long ms = Math.max(1, Math.min(limit.toMillis(), answer.toMillis() / 2));
        return switch (level) {
            case AS_IS -> null;
            case REPLICAS -> Command.of("WAIT", replicas, ms);
            case AOF -> Command.of("WAITAOF", 1, 0, ms);
        };
    }

    /** Whether this reply to {@link #waiting} says that it was confirmed. */
    boolean isReached(@Nullable Object reply) {
        return switch (level) {
            case AS_IS -> true;
            case REPLICAS -> reply instanceof Long confirmed && confirmed >= replicas;
            case AOF -> reply instanceof java.util.List<?> counts && counts.get(0) instanceof Long disk && disk >= 1;
        };
    }

    @Override
    public String toString() {
        return switch (level) {
            case AS_IS -> "as-is";
            case REPLICAS -> "replicas:" + replicas;
            case AOF -> "aof";
        };
    }
}

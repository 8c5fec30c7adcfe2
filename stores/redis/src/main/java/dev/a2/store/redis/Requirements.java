package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server must be like, or the store does not open. What it does not tell is not held against it. */
final class Requirements {
    /** The first with ZADD LT, which the work index needs. */
    private static final String OLDEST = "6.2.0";

    private Requirements() {}

    /**
     * Refuses a server that does not meet them.
     *
     * @throws StoreException STORE_NOT_CONFIGURED
     */
    static void check(ServerInfo info, RedisOptions options) {
        for (Diagnosis diagnosis : List.of(version(info), eviction(info, options))) {
            if (diagnosis.verdict() == Diagnosis.Verdict.WRONG) {
                throw new StoreException(
                        ErrorCode.STORE_NOT_CONFIGURED,
                        "the server's " + diagnosis.subject() + " is " + diagnosis.found() + "; "
                                + diagnosis.meaning());
            }
        }
    }

    /**
     * Refuses a server that cannot wait as the options demand.
     *
     * @param reply to {@link Durability#waiting}
     * @throws StoreException STORE_NOT_CONFIGURED
     */
    static void checkDurability(RedisOptions options, @Nullable Object reply) {
        Diagnosis diagnosis = durability(options, reply);
        if (reply instanceof RuntimeException) {
            throw new StoreException(
                    ErrorCode.STORE_NOT_CONFIGURED, diagnosis.found() + " is not to be had: " + diagnosis.meaning());
        }
    }

    static Diagnosis durability(RedisOptions options, @Nullable Object reply) {
        Durability durability = options.safety().durability();
        String found = "durability=" + durability;
        if (reply instanceof RuntimeException e) {
            String need =
                    durability.level() == Durability.Level.AOF ? "Redis 7.2 or newer, appendonly yes" : "a primary";
            return Diagnosis.wrong(
                    "durability", found, "the server refuses (" + e.getMessage() + "); it takes " + need);
        }
        if (!durability.isReached(reply)) {
            return Diagnosis.wrong(
                    "durability", found, "not confirmed in time: writes would fail as STORE_UNAVAILABLE");
        }
        return switch (durability.level()) {
            case AS_IS ->
                Diagnosis.good("durability", found, "a write is done when the server has it; see persistence");
            case REPLICAS ->
                Diagnosis.good("durability", found, "a write is done when so many replicas have it in memory");
            case AOF -> Diagnosis.good("durability", found, "a write is done when the server's disk has it");
        };
    }

    static Diagnosis version(ServerInfo info) {
        String version = info.text("redis_version");
        if (version == null) {
            return unreadable("version", "it must be " + OLDEST + " or newer");
        }
        return isTooOld(version)
                ? Diagnosis.wrong("version", version, "the scripts need " + OLDEST + " or newer")
                : Diagnosis.good("version", version, "has all that the scripts need");
    }

    private static boolean isTooOld(String version) {
        return Arrays.compare(parts(version), parts(OLDEST)) < 0;
    }

    private static int[] parts(String version) {
        return Arrays.stream(version.split("\\D+"))
                .filter(part -> !part.isEmpty())
                .limit(3)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    static Diagnosis eviction(ServerInfo info, RedisOptions options) {
        String policy = info.text("maxmemory_policy");
        if (policy == null) {
            return unreadable("eviction", "it must be noeviction, or keys vanish when memory is full");
        }
        if (info.is("maxmemory", "0")) {
            return Diagnosis.good(
                    "eviction", "no memory limit", "nothing is ever evicted; the machine's memory is the limit");
        }
        String found = policy + ", limit " + info.text("maxmemory_human");
        if (policy.equals("noeviction")) {
            return Diagnosis.good("eviction", found, "a full server refuses appends and loses nothing");
        }
        String lost = policy.startsWith("volatile")
                ? "a full server drops presence, and whatever else has a time to live"
                : "a full server drops keys of sessions, so events and work are lost";
        return options.safety().acceptEviction()
                ? Diagnosis.notice("eviction", found, lost + "; it was accepted by eviction=accept")
                : Diagnosis.wrong(
                        "eviction",
                        found,
                        lost + "; set maxmemory-policy noeviction, or accept it with eviction=accept");
    }

    static Diagnosis unreadable(String subject, @Nullable String wanted) {
        return Diagnosis.notice(
                subject, "cannot be read", "this user may not ask" + (wanted == null ? "" : "; " + wanted));
    }
}

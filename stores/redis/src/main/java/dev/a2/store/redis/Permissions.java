package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tries what the store's calls and scripts need. A server checks permissions when a command is queued in a transaction, keys and
 * channels included; the transaction is then discarded, so nothing is ever done.
 */
final class Permissions {
    private final String key;
    private final String channel;

    private final @Nullable Command waiting;

    Permissions(RedisOptions options) {
        String prefix = options.prefix();
        waiting = options.safety().durability().waiting(options.timeouts().answer());
        key = prefix + ":x:{doctor}:key";
        channel = prefix + ":doctor:notify";
    }

    /** Each command that a call or a script uses, with arguments that a server queues. */
    List<Command> needed() {
        List<Command> all = new ArrayList<>();
        for (String verb : List.of("GET", "HGETALL", "SMEMBERS", "ZCARD", "DEL", "UNLINK", "MGET", "WATCH")) {
            all.add(Command.of(verb, key));
        }
        for (String verb :
                List.of("HGET", "HMGET", "HSCAN", "HDEL", "SADD", "SREM", "ZREM", "ZSCORE", "XDEL", "SET", "MSET")) {
            all.add(Command.of(verb, key, "1"));
        }
        for (String verb : List.of(
                "HSET",
                "HINCRBY",
                "ZADD",
                "ZCOUNT",
                "ZRANGE",
                "ZRANGEBYSCORE",
                "ZREVRANGEBYSCORE",
                "ZREMRANGEBYRANK",
                "ZREMRANGEBYSCORE",
                "XRANGE",
                "XREVRANGE")) {
            all.add(Command.of(verb, key, "1", "1"));
        }
        all.add(Command.of("PEXPIRE", key, "1"));
        all.add(Command.of("XADD", key, "1-0", "field", "value"));
        all.add(Command.of("XSETID", key, "1-0"));
        all.add(Command.of("EVAL", "return 1", "1", key));
        all.add(Command.of("EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "1", key));
        all.add(Command.of("SCAN", "0"));
        all.add(Command.of("TIME"));
        all.add(Command.of("PING"));
        all.add(Command.of("PUBLISH", channel, ""));
        all.add(Command.of("SUBSCRIBE", channel));
        all.add(Command.of("UNSUBSCRIBE", channel));
        if (waiting != null) {
            all.add(waiting);
        }
        return all;
    }

    Diagnosis diagnose(Link link) {
        Command multi = Command.of("MULTI");
        if (isDenied(exchange(link, List.of(multi)).get(0))) {
            return missing(Set.of("MULTI"));
        }
        List<Command> commands = new ArrayList<>(needed());
        commands.add(Command.of("DISCARD"));
        // Outside of a transaction it does nothing.
        commands.add(Command.of("EXEC"));
        commands.add(Command.of("UNWATCH"));
        List<@Nullable Object> replies = exchange(link, commands);
        Set<String> missing = new TreeSet<>();
        for (int i = 0; i < commands.size(); i++) {
            if (isDenied(replies.get(i))) {
                missing.add(commands.get(i).toString());
            }
        }
        return missing.isEmpty()
                ? Diagnosis.good(
                        "permissions", "all that is needed", "commands, keys and channels of this prefix are allowed")
                : missing(missing);
    }

    private static Diagnosis missing(Set<String> commands) {
        return Diagnosis.wrong(
                "permissions",
                "missing: " + String.join(", ", commands),
                "operations that need them fail; allow them on the keys and channels that begin with the prefix");
    }

    private static boolean isDenied(@Nullable Object reply) {
        return Failures.is("NOPERM", reply);
    }

    private static List<@Nullable Object> exchange(Link link, List<Command> commands) {
        List<@Nullable Object> replies = new ArrayList<>();
        link.exchange(commands, replies);
        return replies;
    }
}

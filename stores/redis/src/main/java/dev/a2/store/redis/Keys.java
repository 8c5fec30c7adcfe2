package dev.a2.store.redis;

import dev.a2.codec.Strings;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Names of keys, channels and of what stands inside of them.
 *
 * @param workShards how many parts the work index has
 */
record Keys(String prefix, int workShards) {
    /** Where one server holds everything: the work index is one part. */
    Keys(String prefix) {
        this(prefix, 1);
    }

    /** One session's keys. */
    record SessionKeys(String sessionId, String base) {
        byte[] of(String name) {
            return Command.bytes(base + name);
        }

        byte[] count() {
            return of("count");
        }

        byte[] clear() {
            return of("clear");
        }

        byte[] log() {
            return of("log");
        }
    }

    SessionKeys session(String sessionId) {
        String tag = Strings.quote(sessionId).replace("{", "\\u007b").replace("}", "\\u007d");
        return new SessionKeys(sessionId, prefix + ":{" + tag + "}:");
    }

    byte[] schema() {
        return Command.bytes(prefix + ":schema");
    }

    String notifyChannel(String sessionId) {
        return prefix + ":" + sessionId + ":notify";
    }

    String presenceChannel(String sessionId) {
        return prefix + ":" + sessionId + ":presence";
    }

    /**
     * Beyond the layout: the keys of one shard of the work index.
     *
     * @param base what they begin with
     */
    record WorkKeys(String base) {
        byte[] index() {
            return Command.bytes(base);
        }

        /** When a consumer's marks are due: a sorted set of session ids. */
        byte[] dueTimes(String consumer) {
            return Command.bytes(base + "due:" + consumer);
        }

        /** All marks, named by {@link MarkName}: a sorted set in order of sessions. */
        byte[] marks() {
            return Command.bytes(base + "marks");
        }

        /** Operations that may give a session work, marked beforehand: a hash of token to time. */
        byte[] coming(String sessionId) {
            return Command.bytes(base + "coming:" + sessionId);
        }
    }

    /** A shard; each of several is in a slot of its own. */
    WorkKeys work(int shard) {
        return new WorkKeys(prefix + ":x:{work" + (workShards == 1 ? "" : shard) + "}:");
    }

    /** Beyond the layout: where a transaction's commands are laid down. */
    byte[] pieces(String name) {
        return Command.bytes(prefix + ":x:{pieces:" + name + "}:");
    }

    /** The shard that has a session's marks. */
    int workShard(String sessionId) {
        return JedisClusterCRC16.getCRC16(Command.bytes(sessionId)) % workShards;
    }

    /** Work may have come up in some session. */
    String workChannel() {
        return prefix + ":x:work";
    }

    /** Nothing is ever sent there. */
    String silentChannel() {
        return prefix + ":x:silent";
    }

    /** A consumer as names inside of keys have it. */
    static String consumer(String name) {
        return Strings.utf8Length(name) + ":" + name;
    }

    /** The row of a head, also the name of a lane's cursor. */
    static String row(String consumer, @Nullable String lane) {
        return consumer(consumer) + (lane == null ? "#" : "L" + lane);
    }

    /** The name of a log's cursor. */
    static String log(String consumer, String lane) {
        return consumer(consumer) + "G" + lane;
    }
}

package dev.a2.store.redis;

import dev.a2.codec.Strings;
import org.jspecify.annotations.Nullable;

/** Names of keys, channels and of what stands inside of them. */
record Keys(String prefix) {
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

    /** Beyond the layout: what the keys of the work index begin with. */
    byte[] workIndex() {
        return Command.bytes(workIndexText());
    }

    private String workIndexText() {
        return prefix + ":x:{work}:";
    }

    /** When a consumer's marks are due: a sorted set of session ids. */
    byte[] dueTimes(String consumer) {
        return Command.bytes(workIndexText() + "due:" + consumer);
    }

    /** The consumers that ever had a mark. */
    byte[] consumers() {
        return Command.bytes(workIndexText() + "consumers");
    }

    String workChannel() {
        return prefix + ":x:work";
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

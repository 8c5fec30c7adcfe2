package dev.a2.store.redis;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server tells of itself by INFO; nothing where we may not ask. */
record ServerInfo(Map<String, String> facts) {
    static final Command ASK = Command.of("INFO");

    /** From the reply to {@link #ASK}, which may be a refusal. */
    static ServerInfo of(@Nullable Object reply) {
        Map<String, String> facts = new HashMap<>();
        if (reply != null && !(reply instanceof RuntimeException)) {
            Replies.text(reply).lines().forEach(line -> {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    facts.put(line.substring(0, colon), line.substring(colon + 1));
                }
            });
        }
        return new ServerInfo(facts);
    }

    boolean isUnknown() {
        return facts.isEmpty();
    }

    @Nullable String text(String name) {
        return facts.get(name);
    }

    /** Whether a fact has this value. */
    boolean is(String name, String value) {
        return value.equals(facts.get(name));
    }

    long number(String name) {
        return Long.parseLong(facts.getOrDefault(name, "0"));
    }
}

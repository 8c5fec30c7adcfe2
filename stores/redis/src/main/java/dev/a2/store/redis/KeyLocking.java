package dev.a2.store.redis;

import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server runs scripts under a lock of their keys' hash tags alone, as Upstash may, and how they are run there. It is
 * asked beside the first script, and again with the next one until it gives an answer that lasts. Redis and Valkey do not know
 * such locks, and need none.
 */
final class KeyLocking {
    /** What a server says of it. */
    enum Answer {
        /** Scripts lock no more than they need. */
        TAKEN,
        /** It has no such lock, or one that keeps a script from keys that it did not declare. */
        REFUSED,
        /** It could not tell just now. */
        OPEN
    }

    /** One try to send commands to the server; replies as {@link Commands#send}. */
    @FunctionalInterface
    interface Server {
        List<@Nullable Object> send(List<Command> commands);
    }

    private static final String QUESTION =
            "#!lua flags=allow-key-locking\nreturn redis.call('GET', KEYS[1] .. ':derived')";

    private final Script.Form otherwise;
    private volatile Answer answer = Answer.OPEN;

    /** Scripts run in this form where a server has no such locks. */
    KeyLocking(Script.Form otherwise) {
        this.otherwise = otherwise;
    }

    /** Asks with a key of some session, or of the work index. Nobody writes the key that it looks at. */
    static Command question(byte[] key) {
        return Command.of("EVAL", QUESTION, 1, key);
    }

    /** What the reply to {@link #question} says. */
    static Answer answer(@Nullable Object reply) {
        if (!(reply instanceof RuntimeException error)) {
            return Answer.TAKEN;
        }
        return Failures.isOfTheMoment(error) ? Answer.OPEN : Answer.REFUSED;
    }

    /** Sends commands on keys that share a hash tag with the given one, scripts as the server takes them. */
    List<@Nullable Object> send(byte[] key, List<Command> commands, Server server) {
        Answer known = answer;
        if (known == Answer.OPEN && commands.stream().anyMatch(Command::runsScript)) {
            return send(commands, otherwise, sent -> sendAndAsk(key, sent, server), server);
        }
        return send(commands, known == Answer.TAKEN ? Script.Form.LOCKING : otherwise, server, server);
    }

    private List<@Nullable Object> sendAndAsk(byte[] key, List<Command> commands, Server server) {
        List<Command> all = new ArrayList<>(commands.size() + 1);
        all.add(question(key));
        all.addAll(commands);
        List<@Nullable Object> replies = server.send(all);
        Answer told = answer(replies.get(0));
        if (told != Answer.OPEN) {
            answer = told;
        }
        return new ArrayList<>(replies.subList(1, replies.size()));
    }

    private static List<@Nullable Object> send(List<Command> commands, Script.Form form, Server first, Server then) {
        if (!form.tellsApart()) {
            return first.send(commands);
        }
        List<@Nullable Object> replies =
                first.send(commands.stream().map(command -> command.in(form)).toList());
        List<@Nullable Object> plain = new ArrayList<>(replies.size());
        List<Command> messages = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            Object reply = replies.get(i);
            plain.add(commands.get(i).runsScript() && reply instanceof List<?> ? plain(reply, messages) : reply);
        }
        if (!messages.isEmpty()) {
            publish(messages, then);
        }
        return plain;
    }

    /** What the plain script replies; what it would have sent goes to the messages. */
    private static @Nullable Object plain(Object reply, List<Command> messages) {
        List<@Nullable Object> parts = Replies.list(reply);
        for (int i = 1; i + 1 < parts.size(); i += 2) {
            messages.add(Command.of("PUBLISH").raw(Replies.bytes(parts.get(i))).raw(Replies.bytes(parts.get(i + 1))));
        }
        return parts.isEmpty() ? null : parts.get(0);
    }

    /** APP-14: what was written stays written. */
    private static void publish(List<Command> messages, Server server) {
        try {
            server.send(messages);
        } catch (StoreException e) {
            // Listeners find out by themselves.
        }
    }
}

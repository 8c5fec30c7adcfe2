package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.redis.Keys.WorkKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that operations may give, marked before they do it: where the work index is not on the session's server, no script can
 * write both (WRK-1).
 *
 * <p>Between mark and operation, somebody may look at the session, find nothing and settle the mark. So each operation leaves a
 * token beside the marks, which lasts as long as it may still be carried out. Whoever settles notes the newest token, looks, and
 * settles for good only if no operation was or came under way meanwhile. Tokens of operations that ended are taken away with the
 * next call for their session; one that is forgotten only keeps a mark for a while.
 */
final class ComingWork {
    /** Sessions whose ended tokens are remembered. */
    private static final int MOST_SESSIONS = 1_000;

    private static final int MOST_TOKENS = 100;

    /**
     * Work for a consumer.
     *
     * @param free when: a moment as scripts take it, empty for at once
     */
    record Work(String consumer, String free) {
        static Work now(String consumer) {
            return new Work(consumer, "");
        }
    }

    private final Commands commands;
    private final Keys keys;
    private final RedisOptions options;
    private final String name = UUID.randomUUID().toString();
    private final AtomicLong count = new AtomicLong();
    private final Map<String, List<String>> ended = new LinkedHashMap<>();

    ComingWork(Commands commands, Keys keys, RedisOptions options) {
        this.commands = commands;
        this.keys = keys;
        this.options = options;
    }

    /**
     * Does what may give a session work.
     *
     * @param mayGive asked only where it is to be marked beforehand
     */
    <T> T during(String sessionId, Supplier<? extends Collection<Work>> mayGive, Supplier<T> operation) {
        if (commands.isOneServer()) {
            return operation.get();
        }
        Collection<Work> work = mayGive.get();
        if (work.isEmpty()) {
            return operation.get();
        }
        String token = token();
        expect(sessionId, token, work);
        try {
            T result = operation.get();
            end(sessionId, token);
            return result;
        } catch (StoreException e) {
            if (e.effect() == Effect.NOT_APPLIED) {
                end(sessionId, token);
            }
            throw e;
        }
    }

    private String token() {
        return name + ":" + count.incrementAndGet();
    }

    private void expect(String sessionId, String token, Collection<Work> work) {
        WorkKeys index = keys.work(keys.workShard(sessionId));
        List<String> over = takeEnded(sessionId);
        Command command = Command.script(Script.EXPECT_WORK, index.index())
                .text(Home.now(options))
                .text(sessionId)
                .text(token)
                .number(lastsMs())
                .number(over.size());
        over.forEach(command::text);
        work.forEach(one -> command.text(one.consumer()).text(one.free()));
        try {
            commands.run(index.index(), command);
        } catch (StoreException e) {
            // Of the operation itself, nothing was sent.
            throw new StoreException(
                    e.code(), Effect.NOT_APPLIED, "its work could not be marked: " + e.getMessage(), e);
        }
    }

    /** An operation may be several calls, each with its connection and its answer to wait for; then some. */
    private long lastsMs() {
        RedisOptions.Timeouts timeouts = options.timeouts();
        return timeouts.connect().plus(timeouts.answer()).multipliedBy(4).toMillis();
    }

    /** Before somebody looks at a session to settle its marks: the newest token, empty if there is none. */
    String newest(String sessionId) {
        WorkKeys index = keys.work(keys.workShard(sessionId));
        byte[] coming = index.coming(sessionId);
        List<String> over = takeEnded(sessionId);
        if (over.isEmpty()) {
            String last = Replies.textOrNull(commands.run(coming, Command.of("HGET", coming, "last")));
            return last == null ? "" : last;
        }
        String token = token();
        Command gone = Command.of("HDEL", (Object) coming);
        over.forEach(gone::text);
        List<Command> asked =
                List.of(gone, Command.of("HSET", coming, "last", token), Command.of("PEXPIRE", coming, 2 * lastsMs()));
        List<@Nullable Object> replies = commands.send(coming, asked);
        for (int i = 0; i < asked.size(); i++) {
            Failures.checked(asked.get(i), replies.get(i));
        }
        return token;
    }

    private void end(String sessionId, String token) {
        synchronized (ended) {
            List<String> tokens = ended.computeIfAbsent(sessionId, id -> new ArrayList<>());
            tokens.add(token);
            if (tokens.size() > MOST_TOKENS) {
                tokens.remove(0);
            }
            if (ended.size() > MOST_SESSIONS) {
                ended.remove(ended.keySet().iterator().next());
            }
        }
    }

    private List<String> takeEnded(String sessionId) {
        synchronized (ended) {
            List<String> tokens = ended.remove(sessionId);
            return tokens == null ? List.of() : tokens;
        }
    }
}

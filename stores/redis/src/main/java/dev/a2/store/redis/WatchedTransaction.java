package dev.a2.store.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** One by MULTI and EXEC, which fails if a watched key changed meanwhile. */
final class WatchedTransaction implements Transaction {
    private static final int PAGE = 500;
    private static final int PAGE_BYTES = 1 << 20;

    private final Link link;
    private final List<Command> page = new ArrayList<>();
    private int bytes;
    private boolean begun;

    /** Begins to watch. */
    WatchedTransaction(Link link, List<byte[]> watched) {
        this.link = link;
        Command watch = Command.of("WATCH");
        for (byte[] key : watched) {
            watch.raw(key);
        }
        read(watch);
    }

    @Override
    public List<@Nullable Object> read(Command... commands) {
        return exchange(List.of(commands));
    }

    @Override
    public void add(Command command) {
        if (!begun) {
            begun = true;
            page.add(Command.of("MULTI"));
        }
        page.add(command);
        bytes += command.bytes();
        if (page.size() >= PAGE || bytes >= PAGE_BYTES) {
            flush();
        }
    }

    private void flush() {
        exchange(page);
        page.clear();
        bytes = 0;
    }

    @Override
    public boolean commit() {
        flush();
        Command exec = Command.of("EXEC");
        List<@Nullable Object> replies = new ArrayList<>();
        try {
            link.exchange(List.of(exec), replies);
        } catch (JedisException e) {
            throw Failures.noAnswer(exec, e);
        }
        Object reply = Failures.checked(exec, replies.get(0));
        for (Object one : Replies.list(reply)) {
            Failures.checked(exec, one);
        }
        return reply != null;
    }

    private List<@Nullable Object> exchange(List<Command> commands) {
        List<@Nullable Object> replies = new ArrayList<>();
        try {
            link.exchange(commands, replies);
        } catch (JedisException e) {
            throw Failures.notSent("the connection failed before anything was carried out", e);
        }
        for (int i = 0; i < commands.size(); i++) {
            Failures.checked(commands.get(i), replies.get(i));
        }
        return replies;
    }
}

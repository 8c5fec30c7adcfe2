package dev.a2.store.redis;

import dev.a2.store.Limits;
import dev.a2.store.WorkMark;
import dev.a2.store.redis.Keys.WorkKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** WRK-4: all marks by session, a page at a time. Each shard lists its own, so a page is the first of their firsts. */
final class WorkList {
    private final Home home;

    WorkList(Home home) {
        this.home = home;
    }

    List<WorkMark> page(@Nullable String from, int limit) {
        Limits.checkLimit(limit);
        List<WorkMark> marks = List.of();
        List<MarkName> names = names(from, limit);
        // Marks that went between the looks leave nothing of a page that was not the last one.
        while (marks.isEmpty() && !names.isEmpty()) {
            marks = marks(names);
            if (marks.isEmpty()) {
                names = names(names.get(names.size() - 1).sessionId(), limit);
            }
        }
        return marks;
    }

    /** Never splits a session: one that has more marks than the limit makes a page of its own. */
    private List<MarkName> names(@Nullable String from, int limit) {
        List<MarkName> behind = behind(from, limit + 1L);
        if (behind.size() <= limit) {
            return behind;
        }
        String cut = behind.get(limit).sessionId();
        List<MarkName> whole = behind.subList(0, limit).stream()
                .filter(name -> !name.sessionId().equals(cut))
                .toList();
        return whole.isEmpty() ? all(cut) : whole;
    }

    private List<MarkName> behind(@Nullable String from, long most) {
        byte[] start = from == null ? new byte[] {'-'} : bound('(', MarkName.last(from));
        List<byte[]> keys = IntStream.range(0, home.keys().workShards())
                .mapToObj(shard -> home.keys().work(shard).marks())
                .toList();
        List<Command> commands = keys.stream()
                .map(key -> Command.of("ZRANGE", key, start, "+", "BYLEX", "LIMIT", 0, most))
                .toList();
        return read(keys, commands).stream()
                .sorted(Arrays::compareUnsigned)
                .limit(most)
                .map(MarkName::of)
                .toList();
    }

    private List<MarkName> all(String sessionId) {
        byte[] key = index(sessionId).marks();
        byte[] first = bound('[', MarkName.first(sessionId));
        byte[] last = bound('(', MarkName.last(sessionId));
        return read(List.of(key), List.of(Command.of("ZRANGE", key, first, last, "BYLEX"))).stream()
                .map(MarkName::of)
                .toList();
    }

    private static byte[] bound(char kind, byte[] name) {
        byte[] bound = new byte[name.length + 1];
        bound[0] = (byte) kind;
        System.arraycopy(name, 0, bound, 1, name.length);
        return bound;
    }

    private List<byte[]> read(List<byte[]> keys, List<Command> commands) {
        List<@Nullable Object> replies = home.commands().sendEach(keys, commands);
        List<byte[]> names = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            Replies.list(Failures.checked(commands.get(i), replies.get(i)))
                    .forEach(name -> names.add(Replies.bytes(name)));
        }
        return names;
    }

    private List<WorkMark> marks(List<MarkName> names) {
        List<byte[]> keys = names.stream()
                .map(name -> index(name.sessionId()).dueTimes(name.consumer()))
                .toList();
        List<Command> commands = IntStream.range(0, names.size())
                .mapToObj(i -> Command.of("ZSCORE", keys.get(i), names.get(i).sessionId()))
                .toList();
        List<@Nullable Object> replies = home.commands().sendEach(keys, commands);
        List<WorkMark> marks = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Object due = Failures.checked(commands.get(i), replies.get(i));
            if (due != null) {
                marks.add(new WorkMark(
                        names.get(i).sessionId(), names.get(i).consumer(), Instant.ofEpochMilli(Replies.score(due))));
            }
        }
        return marks;
    }

    private WorkKeys index(String sessionId) {
        return home.keys().work(home.keys().workShard(sessionId));
    }
}

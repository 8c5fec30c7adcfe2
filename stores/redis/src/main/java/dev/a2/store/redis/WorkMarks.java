package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import dev.a2.store.redis.Keys.SessionKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * WRK: the work index. For each consumer a sorted set of sessions by due time; the scripts that give work add to it in the same
 * step.
 */
final class WorkMarks {
    private static final int PAGE = 1_000;

    private final Home home;

    WorkMarks(Home home) {
        this.home = home;
    }

    int shards() {
        return 1;
    }

    TakeWorkResult take(TakeWorkRequest request) {
        if (request.shard() >= shards()) {
            throw StoreException.invalid("there is no shard " + request.shard() + " of " + shards());
        }
        List<String> consumers = List.copyOf(request.consumers());
        if (consumers.isEmpty()) {
            return new TakeWorkResult(List.of(), null);
        }
        byte[][] keys = consumers.stream()
                .map(consumer -> home.keys().dueTimes(consumer))
                .toArray(byte[][]::new);
        Command command = Command.script(Script.TAKE_WORK, keys)
                .text(home.now())
                .number(request.limit())
                .number(request.lease().toMillis());
        List<@Nullable Object> reply = Replies.list(home.commands().run(keys[0], command));
        List<WorkMark> marks = new ArrayList<>();
        for (Object one : reply.subList(1, reply.size())) {
            List<@Nullable Object> mark = Replies.list(one);
            marks.add(new WorkMark(
                    Replies.text(mark.get(1)),
                    consumers.get((int) Replies.number(mark.get(0)) - 1),
                    Instant.ofEpochMilli(Replies.number(mark.get(2)))));
        }
        return new TakeWorkResult(marks, Replies.timeOrNull(reply.get(0)));
    }

    /** WRK-3: one script looks at the heads and sets the marks, so that nothing comes up in between. */
    void refresh(String sessionId, Set<String> consumers) {
        home.limits().checkSession(sessionId);
        home.limits().checkConsumers(consumers);
        if (consumers.isEmpty()) {
            return;
        }
        SessionKeys session = home.keys().session(sessionId);
        Command command = home.marking(Script.REFRESH_WORK, session);
        consumers.forEach(consumer -> command.text(Keys.consumer(consumer)));
        home.commands().run(session.count(), command);
    }

    /** WRK-4: all marks behind a session are gathered, page by page, and the first of them kept. */
    List<WorkMark> list(@Nullable String from, int limit) {
        List<WorkMark> behind = new ArrayList<>();
        byte[] registry = home.keys().consumers();
        for (Object consumer : Replies.list(home.commands().run(registry, Command.of("SMEMBERS", (Object) registry)))) {
            gather(Replies.text(consumer), from, behind);
        }
        behind.sort(Comparator.comparing(WorkMark::sessionId).thenComparing(WorkMark::consumer));
        if (behind.size() <= limit) {
            return behind;
        }
        String cut = behind.get(limit).sessionId();
        List<WorkMark> whole = behind.subList(0, limit).stream()
                .filter(mark -> !mark.sessionId().equals(cut))
                .toList();
        // A session with more marks than the limit makes a page of its own.
        return whole.isEmpty()
                ? behind.stream().filter(mark -> mark.sessionId().equals(cut)).toList()
                : whole;
    }

    private void gather(String consumer, @Nullable String from, List<WorkMark> marks) {
        byte[] key = home.keys().dueTimes(consumer);
        int found = PAGE;
        for (int start = 0; found == PAGE; start += PAGE) {
            Command command = Command.of("ZRANGE", key, start, start + PAGE - 1, "WITHSCORES");
            List<@Nullable Object> reply = Replies.list(home.commands().run(key, command));
            found = reply.size() / 2;
            for (int i = 0; i < reply.size(); i += 2) {
                String sessionId = Replies.text(reply.get(i));
                if (from == null || sessionId.compareTo(from) > 0) {
                    marks.add(new WorkMark(sessionId, consumer, Instant.ofEpochMilli((long)
                            Double.parseDouble(Replies.text(reply.get(i + 1))))));
                }
            }
        }
    }

    /** The consumers among these that have a mark for the session. */
    Set<String> marked(String sessionId, Set<String> consumers) {
        List<String> asked = List.copyOf(consumers);
        List<Command> commands = asked.stream()
                .map(consumer -> Command.of("ZSCORE", home.keys().dueTimes(consumer), sessionId))
                .toList();
        Set<String> marked = new HashSet<>();
        if (!asked.isEmpty()) {
            List<@Nullable Object> replies = home.commands().send(home.keys().dueTimes(asked.get(0)), commands);
            for (int i = 0; i < asked.size(); i++) {
                if (Failures.checked(commands.get(i), replies.get(i)) != null) {
                    marked.add(asked.get(i));
                }
            }
        }
        return marked;
    }
}

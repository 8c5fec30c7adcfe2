package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import dev.a2.store.redis.Keys.SessionKeys;
import dev.a2.store.redis.Keys.WorkKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * WRK: the work index. For each consumer a sorted set of sessions by due time. Where one server holds everything, the scripts
 * that give work add to it in the same step; in a cluster it has shards on several nodes, and {@link ComingWork} marks first.
 */
final class WorkMarks {
    private static final String SOON = "+1000";

    private final Home home;

    WorkMarks(Home home) {
        this.home = home;
    }

    int shards() {
        return home.keys().workShards();
    }

    TakeWorkResult take(TakeWorkRequest request) {
        if (request.shard() >= shards()) {
            throw StoreException.invalid("there is no shard " + request.shard() + " of " + shards());
        }
        List<String> consumers = List.copyOf(request.consumers());
        if (consumers.isEmpty()) {
            return new TakeWorkResult(List.of(), null);
        }
        WorkKeys index = home.keys().work(request.shard());
        byte[][] keys = consumers.stream().map(index::dueTimes).toArray(byte[][]::new);
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

    /** WRK-3. */
    void refresh(String sessionId, Set<String> consumers) {
        home.limits().checkSession(sessionId);
        home.limits().checkConsumers(consumers);
        if (consumers.isEmpty()) {
            return;
        }
        SessionKeys session = home.keys().session(sessionId);
        if (home.commands().isOneServer()) {
            // One script looks at the heads and sets the marks, so that nothing comes up in between.
            Command command = home.marking(Script.REFRESH_WORK, session);
            consumers.forEach(consumer -> command.text(Keys.consumer(consumer)));
            home.commands().run(session.count(), command);
        } else {
            refreshFromAfar(session, List.copyOf(consumers));
        }
    }

    /** The index first, then the heads, then the index: see {@link ComingWork}. */
    private void refreshFromAfar(SessionKeys session, List<String> consumers) {
        String newest = home.coming().newest(session.sessionId());
        Command look = Command.script(Script.FREE_TIMES, session.count()).text(home.now());
        consumers.forEach(consumer -> look.text(Keys.consumer(consumer)));
        List<@Nullable Object> free = home.run(session, look);
        WorkKeys index = home.keys().work(home.keys().workShard(session.sessionId()));
        Command settle = Command.script(Script.SETTLE_WORK, index.index())
                .text(home.now())
                .text(session.sessionId())
                .text(newest)
                .text(SOON);
        for (int i = 0; i < consumers.size(); i++) {
            String time = Replies.textOrNull(free.get(i));
            settle.text(consumers.get(i)).text(time == null ? "" : time);
        }
        home.commands().run(index.index(), settle);
    }

    /** The consumers among these that have a mark for the session. */
    Set<String> marked(String sessionId, Set<String> consumers) {
        WorkKeys index = home.keys().work(home.keys().workShard(sessionId));
        List<String> asked = List.copyOf(consumers);
        List<Command> commands = asked.stream()
                .map(consumer -> Command.of("ZSCORE", index.dueTimes(consumer), sessionId))
                .toList();
        Set<String> marked = new HashSet<>();
        if (!asked.isEmpty()) {
            List<@Nullable Object> replies = home.commands().send(index.dueTimes(asked.get(0)), commands);
            for (int i = 0; i < asked.size(); i++) {
                if (Failures.checked(commands.get(i), replies.get(i)) != null) {
                    marked.add(asked.get(i));
                }
            }
        }
        return marked;
    }
}

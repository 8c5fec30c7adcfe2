package dev.a2.store.redis;

import dev.a2.codec.Strings;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.Completion;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.Pin;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.redis.Keys.SessionKeys;
import dev.a2.store.redis.Keys.WorkKeys;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pieces of a session on their way into its keys (TRF-4, TRF-6). One thread, one import. */
final class Importing {
    private final Keys keys;
    private final SessionKeys session;
    private final long nowMs;
    private final Transaction transaction;
    private final Map<Pin, Integer> pins = new HashMap<>();
    /** The newest event of each lane so far. */
    private final Map<String, Long> tails = new HashMap<>();

    private final Map<String, Long> marks = new HashMap<>();
    private Bounds bounds = new Bounds(1, 0, false);
    private @Nullable SnapshotPart lastSnapshot;

    Importing(Keys keys, SessionKeys session, long nowMs, Transaction transaction) {
        this.keys = keys;
        this.session = session;
        this.nowMs = nowMs;
        this.transaction = transaction;
    }

    void take(SessionPart part) {
        switch (part) {
            case Bounds first -> takeBounds(first);
            case EventPart event -> takeEvent(event.event());
            case CursorPart cursor -> takeCursor(cursor);
            case HeadPart head -> takeHead(head);
            case SnapshotPart snapshot -> {
                takeSnapshot(snapshot.reducer());
                lastSnapshot = snapshot;
            }
        }
    }

    private void takeBounds(Bounds first) {
        bounds = first;
        if (first.clearIndex() > 0) {
            set("clear", Long.toString(first.clearIndex()));
        }
        if (!first.collapsed() || first.frontier() > first.clearIndex()) {
            set("count", Long.toString(first.frontier()));
        }
    }

    private void takeEvent(Event event) {
        String cause = event.cause() == null ? "" : Entries.cause(event.cause());
        transaction.add(Command.of("XADD", session.log(), event.index() + "-0", "id", event.id())
                .text("type")
                .text(event.type())
                .text("payload")
                .text(event.payload().text())
                .text("created_at")
                .number(event.createdAt().toEpochMilli())
                .text("cause")
                .text(cause));
        if (!bounds.collapsed() || event.index() != bounds.clearIndex()) {
            set("id:" + event.id(), Long.toString(event.index()));
        }
    }

    private void takeCursor(CursorPart cursor) {
        boolean isLog = cursor.kind() == Kind.LOG;
        String cid = isLog ? Keys.log(cursor.consumer(), cursor.lane()) : Keys.row(cursor.consumer(), cursor.lane());
        String head = cursor.head() == null ? "" : Long.toString(cursor.head());
        String types = cursor.types() == null
                ? "*"
                : cursor.types().stream().map(Strings::quote).collect(Collectors.joining(",", "[", "]"));
        transaction.add(Command.of("HSET", session.of("cursors"), cid + ":h", head)
                .text(cid + ":p")
                .number(cursor.position())
                .text(cid + (isLog ? ":ty" : ":t"))
                .text(isLog ? types : head));
    }

    // ---- heads

    private void takeHead(HeadPart part) {
        String row = Keys.row(part.head().consumer(), part.head().lane());
        long index = part.head().index();
        if (part.state() == State.QUEUED) {
            long before = tails.getOrDefault(row, index);
            transaction.add(Command.of("HSET", chunk(before), before + ":" + row + ":next", index));
            transaction.add(Command.of("HSET", session.of("cursors"), row + ":t", index));
            tails.put(row, index);
            return;
        }
        if (part.state() != State.DONE) {
            tails.put(row, index);
            transaction.add(Command.of(
                    "ZADD", session.of("runnable"), part.state() == State.DEAD ? -index : index, member(part, row)));
        }
        if (part.state() == State.LIVE) {
            Instant free = part.dispatch().claimExpiresAt();
            marks.merge(part.head().consumer(), Math.max(free == null ? 0 : free.toEpochMilli(), nowMs), Math::min);
        }
        Map<String, String> columns = columns(part);
        if (!columns.isEmpty()) {
            Command command = Command.of("HSET", (Object) chunk(index));
            columns.forEach((column, value) ->
                    command.text(index + ":" + row + ":" + column).text(value));
            transaction.add(command);
        }
    }

    private static String member(HeadPart part, String row) {
        return switch (part.kind()) {
            case EVENT -> row + part.head().index();
            case LANE -> row;
            case LOG ->
                Keys.log(part.head().consumer(), String.valueOf(part.head().lane()));
        };
    }

    private static String tag(HeadPart part) {
        return switch (part.kind()) {
            case EVENT -> "#";
            case LANE -> "L" + part.head().lane();
            case LOG -> "G" + part.head().lane();
        };
    }

    private Map<String, String> columns(HeadPart part) {
        Map<String, String> columns = new HashMap<>();
        Dispatch dispatch = part.dispatch();
        Completion completion = part.completion();
        if (dispatch.attemptCount() > 0 || completion != null) {
            columns.put("d", Integer.toString(dispatch.attemptCount()));
            columns.put("l", tag(part));
        }
        if (dispatch.failureCount() > 0) {
            columns.put("a", Integer.toString(dispatch.failureCount()));
        }
        putTime(columns, "fc", dispatch.firstClaimedAt());
        putTime(columns, "lc", dispatch.lastClaimedAt());
        putTime(columns, "ce", dispatch.claimExpiresAt());
        putTime(columns, "lf", dispatch.lastFailedAt());
        putTime(columns, "f", dispatch.failedAt());
        put(columns, "ch", dispatch.claimHolder());
        put(columns, "lfa", dispatch.lastFailedAttempt());
        put(columns, "e", dispatch.lastError());
        if (!part.pins().isEmpty()) {
            part.pins().forEach(pin -> pins.merge(pin, 1, Integer::sum));
            columns.put("pins", part.pins().stream().map(this::ref).collect(CjsonText.ARRAY));
        }
        if (completion != null) {
            columns.put("p", Long.toString(completion.at().toEpochMilli()));
            put(columns, "pa", completion.attempt());
            if (completion.attempt() != null) {
                columns.put("ri", completion.returnedIds().stream().collect(CjsonText.ARRAY));
            }
        }
        return columns;
    }

    private static void putTime(Map<String, String> columns, String column, @Nullable Instant time) {
        put(columns, column, time == null ? null : Long.valueOf(time.toEpochMilli()));
    }

    private static void put(Map<String, String> columns, String column, @Nullable Object value) {
        if (value != null) {
            columns.put(column, value.toString());
        }
    }

    private byte[] chunk(long index) {
        return session.of("heads:" + (index - 1) / 1000);
    }

    // ---- snapshots

    private String ref(Pin pin) {
        return List.of(session.base() + "snap-history:" + pin.reducer(), Long.toString(pin.index())).stream()
                .collect(CjsonText.ARRAY);
    }

    /** The last of a reducer's snapshots is its latest, so each waits for the next. */
    private void takeSnapshot(@Nullable String nextReducer) {
        SnapshotPart part = lastSnapshot;
        if (part == null) {
            return;
        }
        String text = "{\"index\":" + part.index() + ",\"state\":"
                + part.state().text() + ",\"updatedAt\":" + nowMs + ",\"r\":1}";
        if (part.reducer().equals(nextReducer)) {
            transaction.add(Command.of("ZADD", session.of("snap-history:" + part.reducer()), part.index(), text));
        } else {
            set("snap:" + part.reducer(), text);
            transaction.add(Command.of("SADD", session.of("snap-reducers"), part.reducer()));
        }
    }

    private void set(String name, String value) {
        transaction.add(Command.of("SET", session.of(name), value));
    }

    /** Whom the session gives work, and when that is free. */
    List<ComingWork.Work> work() {
        return marks.entrySet().stream()
                .map(mark -> new ComingWork.Work(mark.getKey(), Long.toString(mark.getValue())))
                .toList();
    }

    void end() {
        takeSnapshot(null);
        pins.forEach((pin, count) -> transaction.add(Command.of("HSET", session.of("pins"), ref(pin), count)));
        if (keys.workShards() == 1) {
            WorkKeys index = keys.work(0);
            marks.forEach((consumer, due) -> {
                transaction.add(
                        Command.of("ZADD", index.marks(), 0).raw(new MarkName(session.sessionId(), consumer).bytes()));
                transaction.add(Command.of("ZADD", index.dueTimes(consumer), "LT", due, session.sessionId()));
            });
        }
        transaction.add(
                Command.of("PUBLISH", keys.notifyChannel(session.sessionId()), "{\"f\":" + bounds.frontier() + "}"));
    }
}

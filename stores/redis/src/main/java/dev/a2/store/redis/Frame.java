package dev.a2.store.redis;

import dev.a2.store.Dispatch;
import dev.a2.store.HeadRef;
import dev.a2.store.Limits;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.Completion;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.Pin;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionParts;
import dev.a2.store.Snapshot;
import dev.a2.store.redis.Keys.SessionKeys;
import dev.a2.store.redis.Standings.StoredCursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All of a session but its events, as of one moment, made from its keys. Built and read by one thread. */
final class Frame {
    /** A head row's columns; empty when there is none. */
    private record Row(Map<String, String> columns) {
        static final Row NONE = new Row(Map.of());

        @Nullable String get(String column) {
            return columns.get(column);
        }

        int number(String column) {
            return Integer.parseInt(columns.getOrDefault(column, "0"));
        }

        @Nullable Instant time(String column) {
            String ms = columns.get(column);
            return ms == null ? null : Instant.ofEpochMilli(Long.parseLong(ms));
        }

        @Nullable Long next() {
            String next = columns.get("next");
            return next == null ? null : Long.valueOf(next);
        }

        Dispatch dispatch() {
            String attempt = columns.get("lfa");
            return new Dispatch(
                    time("fc"),
                    time("lc"),
                    number("d"),
                    get("ch"),
                    time("ce"),
                    number("a"),
                    time("lf"),
                    attempt == null ? null : Integer.valueOf(attempt),
                    get("e"),
                    time("f"));
        }
    }

    private record RowKey(long index, String row) {}

    private final SessionKeys session;
    private final long marker;
    private final long frontier;
    private final boolean collapsed;
    private final Map<String, StoredCursor> cursors;
    private final Map<RowKey, Row> rows = new HashMap<>();
    private final Map<Pin, Integer> pinCounts = new HashMap<>();
    private final List<HeadPart> heads = new ArrayList<>();
    private final List<SnapshotPart> snapshots = new ArrayList<>();

    private Frame(SessionKeys session, List<@Nullable Object> reply) {
        this.session = session;
        this.marker = Replies.number(reply.get(0));
        this.frontier = Replies.number(reply.get(1));
        this.collapsed = reply.get(2) != null && (reply.get(3) == null || Replies.number(reply.get(3)) != marker);
        this.cursors = StoredCursor.all(Replies.list(reply.get(4)));
        Replies.list(reply.get(7)).forEach(chunk -> addRows(Replies.list(chunk)));
        addHeads(Replies.list(reply.get(5)));
        addPins(Replies.list(reply.get(6)));
        addSnapshots(Replies.list(reply.get(8)), Replies.list(reply.get(9)));
    }

    /** The frame of a session; null if it has no events. */
    static @Nullable Frame of(Home home, SessionKeys session) {
        List<@Nullable Object> reply = home.run(session, Command.script(Script.FRAME, session.count()));
        return Replies.number(reply.get(1)) == 0 ? null : new Frame(session, reply);
    }

    Bounds bounds() {
        return new Bounds(frontier, marker, collapsed);
    }

    /** In the order of an export. */
    List<CursorPart> cursors() {
        return cursors.values().stream()
                .map(cursor -> cursor.above(marker))
                .filter(cursor -> cursor.member().kind() == 'G' || cursor.head() != null || cursor.position() > marker)
                .map(cursor -> new CursorPart(
                        cursor.member().kind() == 'G' ? Kind.LOG : Kind.LANE,
                        cursor.member().consumer(),
                        cursor.lane(),
                        cursor.position(),
                        cursor.head(),
                        cursor.typeSet()))
                .sorted(SessionParts.CURSORS)
                .toList();
    }

    /** In the order of an export. */
    List<HeadPart> heads() {
        return heads.stream().sorted(SessionParts.HEADS).toList();
    }

    /** In the order of an export. */
    List<SnapshotPart> snapshots() {
        return snapshots.stream().sorted(SessionParts.SNAPSHOTS).toList();
    }

    /** How often each snapshot is pinned, as it was counted. */
    Map<Pin, Integer> pinCounts() {
        return pinCounts;
    }

    // ---- heads

    private void addRows(List<@Nullable Object> fields) {
        for (int i = 0; i < fields.size(); i += 2) {
            String field = Replies.text(fields.get(i));
            int first = field.indexOf(':');
            int last = field.lastIndexOf(':');
            long index = Long.parseLong(field, 0, first, 10);
            if (index > marker) {
                rows.computeIfAbsent(
                                new RowKey(index, field.substring(first + 1, last)), key -> new Row(new HashMap<>()))
                        .columns()
                        .put(field.substring(last + 1), Replies.text(fields.get(i + 1)));
            }
        }
    }

    private void addHeads(List<@Nullable Object> runnable) {
        Set<RowKey> current = new HashSet<>();
        for (int i = 0; i < runnable.size(); i += 2) {
            Heads.Member member = Heads.Member.of(Replies.bytes(runnable.get(i)));
            long score = Replies.score(runnable.get(i + 1));
            long index = Math.abs(score);
            if (index > marker) {
                current.add(key(member, index));
                addHead(member, index, score < 0 ? State.DEAD : State.LIVE);
                if (member.kind() == 'L') {
                    addQueue(member, index);
                }
            }
        }
        rows.forEach((key, row) -> {
            if (row.get("p") != null && !current.contains(key)) {
                addHead(memberOf(key, row), key.index(), State.DONE);
            }
        });
    }

    private void addQueue(Heads.Member lane, long head) {
        Long next = rows.getOrDefault(key(lane, head), Row.NONE).next();
        while (next != null) {
            addHead(lane, next, State.QUEUED);
            next = rows.getOrDefault(key(lane, next), Row.NONE).next();
        }
    }

    private void addHead(Heads.Member member, long index, State state) {
        Row row = rows.getOrDefault(key(member, index), Row.NONE);
        heads.add(new HeadPart(
                new HeadRef(member.consumer(), member.lane(), index),
                kind(member),
                state,
                row.dispatch(),
                pins(row.get("pins")),
                state == State.DONE ? completion(row) : null));
    }

    private static Kind kind(Heads.Member member) {
        return switch (member.kind()) {
            case '#' -> Kind.EVENT;
            case 'G' -> Kind.LOG;
            default -> Kind.LANE;
        };
    }

    private static RowKey key(Heads.Member member, long index) {
        return new RowKey(index, Keys.row(member.consumer(), member.lane()));
    }

    /** A row's kind column tells lanes and logs apart. */
    private static Heads.Member memberOf(RowKey key, Row row) {
        String name =
                key.row().substring(0, Keys.consumer(consumerOf(key.row())).length());
        String tag = row.get("l");
        return Heads.Member.of(
                (name + (tag == null ? key.row().substring(name.length()) : tag)).getBytes(StandardCharsets.UTF_8));
    }

    private static String consumerOf(String row) {
        return Heads.Member.of(row.getBytes(StandardCharsets.UTF_8)).consumer();
    }

    private static Completion completion(Row row) {
        String attempt = row.get("pa");
        String returned = row.get("ri");
        return new Completion(
                Objects.requireNonNull(row.time("p")),
                attempt == null ? null : Integer.valueOf(attempt),
                returned == null ? List.of() : JsonScanner.strings(returned));
    }

    // ---- snapshots

    private List<Pin> pins(@Nullable String refs) {
        if (refs == null || refs.isEmpty()) {
            return List.of();
        }
        return JsonScanner.strings(refs).stream()
                .map(this::pin)
                .sorted(SessionParts.PINS)
                .toList();
    }

    private Pin pin(String ref) {
        List<String> parts = JsonScanner.strings(ref);
        return new Pin(
                parts.get(0).substring((session.base() + "snap-history:").length()), Long.parseLong(parts.get(1)));
    }

    private void addPins(List<@Nullable Object> counts) {
        for (int i = 0; i < counts.size(); i += 2) {
            Pin pin = pin(Replies.text(counts.get(i)));
            if (pin.index() >= marker) {
                pinCounts.put(pin, Math.toIntExact(Replies.number(counts.get(i + 1))));
            }
        }
    }

    private void addSnapshots(List<@Nullable Object> reducers, List<@Nullable Object> stored) {
        for (int i = 0; i < reducers.size(); i++) {
            String reducer = Replies.text(reducers.get(i));
            List<@Nullable Object> latestAndHistory = Replies.list(stored.get(i));
            addSnapshot(reducer, latestAndHistory.get(0));
            Replies.list(latestAndHistory.get(1)).forEach(text -> addSnapshot(reducer, text));
        }
    }

    private void addSnapshot(String reducer, @Nullable Object text) {
        Snapshot snapshot = StateReads.snapshot(text);
        if (snapshot != null && snapshot.index() >= marker) {
            snapshots.add(new SnapshotPart(reducer, snapshot.index(), snapshot.state()));
        }
    }

    /** Whether a part is too large for these limits is nobody's concern on the way out. */
    static Limits anySize() {
        return new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
}

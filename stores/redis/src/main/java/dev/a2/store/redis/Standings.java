package dev.a2.store.redis;

import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.ServedConsumer;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import dev.a2.store.redis.Keys.SessionKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CUR and DL: where cursors stand, and heads that nobody handles any more. */
final class Standings {
    /** By consumer, then lane, event cursors last by head (CUR-1). */
    private static final Comparator<Cursor> CURSORS = Comparator.comparing(Cursor::consumer)
            .thenComparing(Cursor::lane, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparingLong(cursor -> cursor.head() == null ? 0L : cursor.head());

    private final Home home;
    private final TypeIndex types;
    private final PendingWork pending;

    Standings(Home home, TypeIndex types) {
        this.home = home;
        this.pending = new PendingWork(home);
        this.types = types;
    }

    List<Head> deadLetters(String sessionId) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        List<Head> dead = new ArrayList<>();
        String from = "-inf";
        while (from != null) {
            List<@Nullable Object> reply = home.run(
                    session,
                    Command.script(Script.DEAD_LETTERS, session.count()).text(from));
            if (Replies.word(reply).equals("missing")) {
                throw Words.missing(sessionId, Replies.number(reply.get(1)));
            }
            from = Replies.textOrNull(reply.get(1));
            dead.addAll(Heads.heads(sessionId, reply.get(2), reply.subList(3, reply.size())));
        }
        dead.sort(Comparator.comparing(Head::ref, Heads.REFS));
        return dead;
    }

    RedriveResult redrive(RedriveRequest request) {
        home.limits().checkSession(request.sessionId());
        home.limits().checkName("consumer", request.consumer());
        home.limits().check(request.consumers());
        SessionKeys session = home.keys().session(request.sessionId());
        List<@Nullable Object> reply = home.coming()
                .during(
                        request.sessionId(),
                        () -> List.of(ComingWork.Work.now(request.consumer())),
                        () -> types.indexedAsNeeded(session, () -> home.run(session, command(session, request))));
        home.hints().workCameUp();
        return new RedriveResult(
                Replies.word(reply).equals("redriven"), pending.isThere(session, request.consumers(), reply.get(1)));
    }

    private Command command(SessionKeys session, RedriveRequest request) {
        List<LogOptions> logs = request.consumers().logs().stream()
                .filter(consumer -> consumer.name().equals(request.consumer()))
                .map(ServedConsumer::log)
                .filter(Objects::nonNull)
                .toList();
        Command command = home.marking(Script.REDRIVE, session)
                .text(Keys.consumer(request.consumer()))
                .number(request.index())
                .text(request.action().name().toLowerCase(Locale.ROOT))
                .flag(request.consumers().list() == null)
                .number(logs.size());
        logs.forEach(log -> command.text("G" + log.lane()).text(Batch.types(log)));
        Home.addServed(command, request.consumers());
        return command;
    }

    List<Cursor> cursors(String sessionId) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        List<@Nullable Object> reply = home.run(session, Command.script(Script.CURSORS, session.count()));
        long marker = Replies.number(reply.get(0));
        List<Cursor> cursors = new ArrayList<>();
        Map<String, Dispatch> dispatches = new HashMap<>();
        for (Object shown : reply.subList(2, reply.size())) {
            List<@Nullable Object> head = Replies.list(shown);
            Heads.Member member = Heads.member(head);
            Dispatch dispatch = Heads.dispatch(head);
            if (member.kind() == '#') {
                cursors.add(new Cursor.EventCursor(member.consumer(), Heads.index(head), dispatch));
            } else {
                dispatches.put(Replies.text(head.get(0)), dispatch);
            }
        }
        StoredCursor.all(Replies.list(reply.get(1))).forEach((cid, stored) -> {
            Cursor cursor = stored.above(marker).cursor(dispatches.getOrDefault(cid, Dispatch.NONE));
            if (cursor instanceof Cursor.LogCursor || cursor.head() != null || cursor.position() > marker) {
                cursors.add(cursor);
            }
        });
        cursors.sort(CURSORS);
        return cursors;
    }

    WakeLogResult wakeLog(WakeLogRequest request) {
        home.limits().checkSession(request.sessionId());
        home.limits().checkName("consumer", request.consumer());
        home.limits().check(request.log());
        SessionKeys session = home.keys().session(request.sessionId());
        LogOptions log = request.log();
        Command command = home.marking(Script.WAKE_LOG, session)
                .text(Keys.log(request.consumer(), log.lane()))
                .text(Batch.types(log))
                .flag(log.backfill());
        List<@Nullable Object> reply = home.coming()
                .during(
                        request.sessionId(),
                        () -> List.of(ComingWork.Work.now(request.consumer())),
                        () -> types.indexedAsNeeded(session, () -> home.run(session, command)));
        home.hints().workCameUp();
        List<@Nullable Object> head = reply.size() < 3 ? List.of() : Replies.list(reply.get(2));
        return new WakeLogResult(
                new Cursor.LogCursor(
                        request.consumer(),
                        log.lane(),
                        Replies.number(reply.get(1)),
                        head.isEmpty() ? null : Long.valueOf(Heads.index(head)),
                        log.types(),
                        head.isEmpty() ? Dispatch.NONE : Heads.dispatch(head)),
                Replies.number(reply.get(0)));
    }

    /**
     * A lane or log cursor as the hash {@code cursors} has it.
     *
     * @param types a log's; null for a lane, {@code *} for all
     */
    record StoredCursor(
            Heads.Member member,
            long position,
            @Nullable Long head,
            @Nullable String types) {
        static Map<String, StoredCursor> all(List<@Nullable Object> fields) {
            Map<String, Map<String, String>> byCursor = new HashMap<>();
            for (int i = 0; i < fields.size(); i += 2) {
                String field = Replies.text(fields.get(i));
                int colon = field.lastIndexOf(':');
                byCursor.computeIfAbsent(field.substring(0, colon), cid -> new HashMap<>())
                        .put(field.substring(colon + 1), Replies.text(fields.get(i + 1)));
            }
            Map<String, StoredCursor> cursors = new HashMap<>();
            byCursor.forEach((cid, columns) -> {
                String head = columns.getOrDefault("h", "");
                cursors.put(
                        cid,
                        new StoredCursor(
                                Heads.Member.of(cid.getBytes(StandardCharsets.UTF_8)),
                                Long.parseLong(columns.getOrDefault("p", "0")),
                                head.isEmpty() ? null : Long.valueOf(head),
                                columns.get("ty")));
            });
            return cursors;
        }

        /** The cursor as it stands in the lifetime that the marker began. */
        StoredCursor above(long marker) {
            Long live = head != null && head > marker ? head : null;
            return new StoredCursor(member, Math.max(position, marker), live, types);
        }

        @Nullable Set<String> typeSet() {
            return types == null || types.equals("*") ? null : new LinkedHashSet<>(JsonScanner.strings(types));
        }

        String lane() {
            return Objects.requireNonNull(member.lane(), "an event cursor has no row");
        }

        Cursor cursor(Dispatch dispatch) {
            return member.kind() == 'G'
                    ? new Cursor.LogCursor(member.consumer(), lane(), position, head, typeSet(), dispatch)
                    : new Cursor.LaneCursor(member.consumer(), lane(), position, head, dispatch);
        }
    }
}

package dev.a2.store.redis;

import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CMP and FAIL: how attempts end. */
final class Endings {
    /** FAIL-6. */
    private static final int MAX_ERROR_BYTES = 8 << 10;

    private final Home home;
    private final Replays replays;
    private final TypeIndex types;

    Endings(Home home, Replays replays, TypeIndex types) {
        this.home = home;
        this.replays = replays;
        this.types = types;
    }

    CompleteResult complete(CompleteRequest request) {
        home.limits().check(request.sessionId(), request.events(), request.consumers());
        NewEvent.checkDistinctIds(request.sessionId(), request.events());
        SessionKeys session = home.keys().session(request.sessionId());
        Batch batch = new Batch(request.events(), request.consumers(), request.attempt());
        List<@Nullable Object> reply = home.coming()
                .during(
                        request.sessionId(),
                        () -> work(request.attempt(), batch),
                        () -> types.indexedAsNeeded(
                                session, () -> home.run(session, command(session, request, batch))));
        CompleteResult result = switch (Replies.word(reply)) {
            case "completed" -> completed(request, reply);
            case "replayed" -> replayed(session, request, reply);
            case "superseded" -> new CompleteResult.Superseded();
            case "beyond" ->
                throw Words.beyond(request.sessionId(), request.attempt().index(), Replies.number(reply.get(1)));
            case "taken" -> throw Replays.different(request.sessionId(), "an id that this completion returns is taken");
            default -> throw Words.missing(request.sessionId(), Replies.number(reply.get(1)));
        };
        if (batch.givesWork() || request.attempt().lane() != null) {
            home.hints().workCameUp();
        }
        return result;
    }

    /** A lane or log may move on to its next head. */
    private static List<ComingWork.Work> work(AttemptRef attempt, Batch batch) {
        List<ComingWork.Work> work = new ArrayList<>(batch.work());
        if (attempt.lane() != null) {
            work.add(ComingWork.Work.now(attempt.consumer()));
        }
        return work;
    }

    private Command command(SessionKeys session, CompleteRequest request, Batch batch) {
        AttemptRef attempt = request.attempt();
        ClaimNext next = request.claimNext();
        if (attempt.lane() == null && request.events().isEmpty()) {
            return Command.script(Script.COMPLETE_EVENT, session.count())
                    .text(home.now())
                    .number(attempt.index())
                    .text(Keys.row(attempt.consumer(), null))
                    .number(attempt.attempt());
        }
        Command command = home.marking(Script.COMPLETE_ATTEMPT, session)
                .text(home.keys().notifyChannel(session.sessionId()))
                .number(attempt.index())
                .text(Keys.row(attempt.consumer(), attempt.lane()))
                .number(attempt.attempt())
                .text(servedTypes(request.consumers(), attempt.consumer(), attempt.lane()))
                .text(request.events().stream()
                        .map(event -> Strings.quote(Batch.idOf(event)))
                        .collect(Collectors.joining(",", "[", "]")))
                .text(next == null ? "" : next.holder())
                .text(next == null ? "" : Home.moment(next.expiry()))
                .optional(next == null ? null : next.maxFailures());
        batch.addCounts(command);
        batch.addTo(command);
        return command;
    }

    /** The types that a log is served with; empty if it is none or not served. */
    private static String servedTypes(Served consumers, String consumer, @Nullable String lane) {
        for (ServedConsumer served : consumers.logs()) {
            LogOptions log = served.log();
            if (log != null && served.name().equals(consumer) && log.lane().equals(lane)) {
                return Batch.types(log);
            }
        }
        return "";
    }

    private static CompleteResult completed(CompleteRequest request, List<@Nullable Object> reply) {
        List<Event> events = Appends.stored(
                request.sessionId(),
                request.events(),
                Replies.number(reply.get(1)),
                Replies.number(reply.get(2)),
                request.attempt());
        if (reply.size() < 4) {
            return new CompleteResult.Completed(events, null);
        }
        List<@Nullable Object> next = Replies.list(reply.get(3));
        return new CompleteResult.Completed(
                events, Heads.head(next, nextEvent(request.sessionId(), events, next, reply)));
    }

    private static Event nextEvent(
            String sessionId, List<Event> events, List<@Nullable Object> next, List<@Nullable Object> reply) {
        for (Event event : events) {
            if (event.index() == Heads.index(next)) {
                return event;
            }
        }
        return Entries.event(sessionId, Replies.list(reply.get(4)));
    }

    /** CMP-2. */
    private CompleteResult replayed(SessionKeys session, CompleteRequest request, List<@Nullable Object> reply) {
        List<String> ids = request.events().stream().map(Batch::idOf).toList();
        List<String> returned = JsonScanner.strings(Replies.text(reply.get(1)));
        if (!ids.equals(returned)) {
            throw Replays.different(request.sessionId(), "the attempt was completed with the ids " + returned);
        }
        List<Event> events = replays.returned(session, request.events(), Replies.list(reply.get(2)), request.attempt());
        List<@Nullable Object> next = reply.size() < 4 ? List.of() : Replies.list(reply.get(3));
        Head held = next.isEmpty()
                ? null
                : Heads.head(next, Entries.event(request.sessionId(), Replies.list(reply.get(4))));
        return new CompleteResult.Completed(events, held);
    }

    FailResult fail(FailRequest request) {
        home.limits().checkSession(request.sessionId());
        SessionKeys session = home.keys().session(request.sessionId());
        AttemptRef attempt = request.attempt();
        String retryAt = request.retryAt() == null ? "" : Home.moment(request.retryAt());
        Command command = home.marking(Script.FAIL_ATTEMPT, session)
                .number(attempt.index())
                .text(Keys.row(attempt.consumer(), attempt.lane()))
                .number(attempt.attempt())
                .text(cut(request.error()))
                .number(request.maxFailures())
                .text(retryAt);
        List<@Nullable Object> reply =
                home.giving(session, () -> List.of(new ComingWork.Work(attempt.consumer(), retryAt)), command);
        if (Replies.word(reply).equals("beyond")) {
            throw Words.beyond(request.sessionId(), attempt.index(), Replies.number(reply.get(1)));
        }
        home.hints().workCameUp();
        return new FailResult(
                FailResult.Outcome.valueOf(Replies.word(reply).toUpperCase(Locale.ROOT)),
                Math.toIntExact(Replies.number(reply.get(1))));
    }

    /** The text's beginning that fits, whole characters only. */
    private static String cut(String error) {
        int bytes = 0;
        int at = 0;
        while (at < error.length()) {
            int c = error.codePointAt(at);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MAX_ERROR_BYTES) {
                return error.substring(0, at);
            }
            at += Character.charCount(c);
        }
        return error;
    }
}

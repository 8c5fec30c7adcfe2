package dev.a2.store.redis;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.redis.Keys.SessionKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** APP: append. */
final class Appends {
    private final Home home;
    private final Replays replays;
    private final TypeIndex types;
    private final PendingWork pending;

    Appends(Home home, Replays replays, TypeIndex types) {
        this.home = home;
        this.pending = new PendingWork(home);
        this.replays = replays;
        this.types = types;
    }

    AppendResult append(AppendRequest request) {
        home.limits().check(request.sessionId(), request.events(), request.consumers());
        NewEvent.checkDistinctIds(request.sessionId(), request.events());
        if (request.claimNew() != null) {
            home.limits().checkName("holder", request.claimNew().holder());
        }
        SessionKeys session = home.keys().session(request.sessionId());
        if (request.events().isEmpty()) {
            return new AppendResult(List.of(), pending.isThere(session, request.consumers()));
        }
        List<NewEvent> events = NewEvent.named(request.events(), home.options().ids());
        Batch batch = new Batch(events, request.consumers(), null);
        List<@Nullable Object> reply =
                home.coming().during(request.sessionId(), batch::work, () -> sent(session, request, batch));
        AppendResult result = switch (Replies.word(reply)) {
            case "appended" -> appended(session, request, events, reply);
            case "stored" ->
                new AppendResult(
                        replays.stored(session, events, Replies.number(reply.get(1))),
                        pending.isThere(session, request.consumers(), reply.get(2)));
            default -> throw refusal(request, batch.causes(), reply);
        };
        if (batch.heads() > result.claimed().size()) {
            home.hints().workCameUp();
        }
        return result;
    }

    private AppendResult appended(
            SessionKeys session, AppendRequest request, List<NewEvent> events, List<@Nullable Object> reply) {
        long first = Replies.number(reply.get(1));
        long createdAtMs = Replies.number(reply.get(2));
        List<Event> stored = stored(request.sessionId(), events, first, createdAtMs, null);
        boolean work = pending.isThere(session, request.consumers(), reply.get(3));
        return new AppendResult(stored, work, claimed(request, stored, reply));
    }

    /** APP-17. The short script claims the heads of all targets, and does not list them. */
    private static List<Head> claimed(AppendRequest request, List<Event> stored, List<@Nullable Object> reply) {
        ClaimNew claim = request.claimNew();
        if (claim == null) {
            return List.of();
        }
        Dispatch dispatch = Heads.firstClaim(stored.get(0).createdAt(), claim.holder(), reply.get(4));
        if (reply.size() > 5) {
            return Heads.fresh(stored, dispatch, Replies.list(reply.get(5)));
        }
        return request.events().get(0).targets().stream()
                .map(Target::consumer)
                .distinct()
                .sorted()
                .map(consumer -> new Head(stored.get(0), consumer, null, dispatch))
                .toList();
    }

    private List<@Nullable Object> sent(SessionKeys session, AppendRequest request, Batch batch) {
        List<@Nullable Object> reply = plain(session, request, batch);
        if (reply.isEmpty() || Replies.word(reply).equals("general")) {
            reply = types.indexedAsNeeded(session, () -> home.run(session, command(session, request, batch)));
        }
        return reply;
    }

    /** The answer of the short script; empty if this batch is not for it. */
    private List<@Nullable Object> plain(SessionKeys session, AppendRequest request, Batch batch) {
        boolean gives = batch.isWorkFor(request.consumers());
        boolean servesAll = request.consumers().list() == null;
        boolean claimsOthers = request.claimNew() != null && !batch.isServedBy(request.consumers());
        if (!batch.isPlain() || !(gives || servesAll) || claimsOthers) {
            return List.of();
        }
        Command command = home.marking(Script.APPEND_ONE, session)
                .text(home.keys().notifyChannel(session.sessionId()))
                .optional(request.originIndex())
                .optional(request.ifLastIndex())
                .flag(gives)
                .flag(servesAll);
        batch.addPlainTo(command, request.claimNew());
        return home.run(session, command);
    }

    private Command command(SessionKeys session, AppendRequest request, Batch batch) {
        List<AttemptRef> causes = batch.causes();
        Command command = home.marking(Script.APPEND, session)
                .text(home.keys().notifyChannel(session.sessionId()))
                .optional(request.originIndex())
                .optional(request.ifLastIndex())
                .flag(batch.isWorkFor(request.consumers()))
                .flag(request.consumers().list() == null);
        batch.addCounts(command);
        command.number(causes.size());
        Batch.addClaim(command, request.claimNew());
        batch.addTo(command);
        for (AttemptRef cause : causes) {
            command.number(cause.index())
                    .text(Keys.row(cause.consumer(), cause.lane()))
                    .number(cause.attempt());
        }
        Home.addServed(command, request.consumers());
        return command;
    }

    /** The events as they were stored from an index on. */
    static List<Event> stored(
            String sessionId, List<NewEvent> events, long first, long createdAtMs, @Nullable AttemptRef cause) {
        Instant createdAt = Instant.ofEpochMilli(createdAtMs);
        List<Event> stored = new ArrayList<>(events.size());
        for (NewEvent event : events) {
            stored.add(new Event(
                    sessionId,
                    first + stored.size(),
                    Batch.idOf(event),
                    event.type(),
                    event.payload(),
                    createdAt,
                    cause != null ? cause : event.cause()));
        }
        return stored;
    }

    private static StoreException refusal(
            AppendRequest request, List<AttemptRef> causes, List<@Nullable Object> reply) {
        String session = Words.session(request.sessionId());
        return switch (Replies.word(reply)) {
            case "partial" ->
                Replays.different(
                        request.sessionId(), "some of its ids are taken, but not all of them at consecutive indexes");
            case "cleared" ->
                new StoreException(
                        ErrorCode.SESSION_CLEARED,
                        session + " was cleared at index " + Replies.number(reply.get(1))
                                + ", after the event at index " + request.originIndex()
                                + " scheduled this append; drop it");
            case "conflict" ->
                new StoreException(
                        ErrorCode.CONFLICT,
                        session + " is at index " + Replies.number(reply.get(1)) + ", not at " + request.ifLastIndex()
                                + "; read what is new, decide again and append with the new index");
            case "superseded" ->
                Words.superseded(request.sessionId(), causes.get((int) Replies.number(reply.get(1)) - 1));
            default -> throw new IllegalStateException("append answered " + Replies.word(reply));
        };
    }
}

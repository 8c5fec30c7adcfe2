package dev.a2.store.kernel;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** APP: append. */
final class Appending {
    /** What an append did, for its wake-up: a replay goes out bare. */
    record Outcome(AppendResult result, boolean replayed) {}

    private Appending() {}

    /** The request's events all have ids by now. */
    static Outcome append(SessionRows rows, AppendRequest request) {
        List<NewEvent> events = request.events();
        Need need = need(request);
        Have have = rows.load(need);
        if (events.isEmpty()) {
            return new Outcome(new AppendResult(List.of(), have.pending()), false);
        }
        SessionRow session = rows.session();
        Replay replay = new Replay(request.sessionId(), session, have);
        if (replay.anyStored(events)) {
            List<Event> stored = replay.stored(rows, events);
            boolean pending = rows.load(new Need().pending(request.consumers())).pending();
            return new Outcome(new AppendResult(stored, pending), true);
        }
        checkConditions(session, request);
        for (NewEvent event : events) {
            if (event.cause() != null) {
                Fence.check(request.sessionId(), session, event.cause(), have);
            }
        }
        long nowMs = rows.nowMs();
        Changes changes = new Changes();
        Cursors cursors = new Cursors(session, nowMs, have, changes);
        List<Event> batch = write(request.sessionId(), session, events, nowMs, changes);
        List<Head> claimed = claimNew(request, batch, nowMs, cursors);
        give(batch, events, cursors);
        cursors.wakeLogs(batch, request.consumers(), null);
        rows.save(changes);
        claimed.sort(Comparator.comparing(Head::ref, Orders.REFS));
        // It was not asked who has work where the batch itself tells (APP-12).
        return new Outcome(new AppendResult(batch, need.pending() == null || have.pending(), claimed), false);
    }

    /** APP-17: a list that fills as the batch's events become heads. */
    private static List<Head> claimNew(AppendRequest request, List<Event> batch, long nowMs, Cursors cursors) {
        List<Head> claimed = new ArrayList<>();
        ClaimNew asked = request.claimNew();
        if (asked != null) {
            long first = batch.get(0).index();
            long expiresMs = asked.expiry().toMs(nowMs);
            cursors.onArrival(row -> {
                long place = row.key().index() - first;
                boolean held = !row.dispatch().equals(Dispatch.NONE);
                if (place < 0 || held || !request.consumers().serves(row.key().consumer())) {
                    return row;
                }
                HeadRow taken = row.with(Dispatches.claimed(row.dispatch(), asked.holder(), nowMs, expiresMs));
                claimed.add(Claiming.head(request.sessionId(), taken, batch.get((int) place)));
                return taken;
            });
        }
        return claimed;
    }

    /** APP-9: the events as stored, and the session's new frontier. */
    static List<Event> write(String sessionId, SessionRow session, List<NewEvent> events, long nowMs, Changes changes) {
        Instant now = Instant.ofEpochMilli(nowMs);
        List<Event> batch = new ArrayList<>(events.size());
        long index = session.frontier();
        for (NewEvent event : events) {
            Event stored =
                    new Event(sessionId, ++index, idOf(event), event.type(), event.payload(), now, event.cause());
            batch.add(stored);
            changes.event(stored);
        }
        changes.session(new SessionRow(index, session.marker()));
        return batch;
    }

    /** APP-10: hands each event to its targets. */
    static void give(List<Event> batch, List<NewEvent> events, Cursors cursors) {
        for (int i = 0; i < batch.size(); i++) {
            for (Target target : events.get(i).targets()) {
                cursors.target(target, batch.get(i).index());
            }
        }
    }

    static String idOf(NewEvent event) {
        String id = event.id();
        if (id == null) {
            throw new IllegalStateException("an event without id reached the rules");
        }
        return id;
    }

    private static Need need(AppendRequest request) {
        Need need = new Need();
        for (NewEvent event : request.events()) {
            need.id(idOf(event));
            AttemptRef cause = event.cause();
            if (cause != null) {
                need.head(cause.head());
            }
        }
        Cursors.need(need, request.events(), request.consumers());
        if (!givesWork(request.events(), request.consumers())) {
            need.pending(request.consumers());
        }
        return need;
    }

    /** The first half of APP-12: what the batch itself tells. */
    private static boolean givesWork(List<NewEvent> events, Served consumers) {
        List<ServedConsumer> logs = consumers.logs();
        for (NewEvent event : events) {
            AttemptRef cause = event.cause();
            if ((cause != null && consumers.serves(cause.consumer()))
                    || event.targets().stream().anyMatch(target -> consumers.serves(target.consumer()))
                    || logs.stream().anyMatch(consumer -> takes(consumer, event.type()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean takes(ServedConsumer consumer, String type) {
        return consumer.log() != null && consumer.log().takes(type);
    }

    private static void checkConditions(SessionRow session, AppendRequest request) {
        Long origin = request.originIndex();
        if (origin != null && origin <= session.marker()) {
            throw new StoreException(
                    ErrorCode.SESSION_CLEARED,
                    Texts.session(request.sessionId()) + " was cleared at index " + session.marker()
                            + ", after the event at index " + origin + " scheduled this append; drop it");
        }
        @Nullable Long last = request.ifLastIndex();
        if (last != null && last != session.frontier()) {
            throw new StoreException(
                    ErrorCode.CONFLICT,
                    Texts.session(request.sessionId()) + " is at index " + session.frontier() + ", not at " + last
                            + "; read what is new, decide again and append with the new index");
        }
    }
}

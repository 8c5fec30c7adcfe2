package dev.a2.tck;

import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.ReleaseScene.SERVED;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.PresenceEntry;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.StateRead;
import dev.a2.transfer.SessionFileWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What a store answers about a {@link ReleaseScene}, and how it goes on from there, as text of its own form. */
final class ReleaseAnswers {
    private final SessionStore store;
    private final TestClock clock;
    private final StringBuilder text = new StringBuilder();

    ReleaseAnswers(SessionStore store, TestClock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** All that can be read; changes nothing. */
    String read() {
        SessionFileWriter export = new SessionFileWriter(text);
        ReleaseScene.SESSIONS.forEach(session -> export.write(store, session));
        export.end();
        for (String session : ReleaseScene.SESSIONS) {
            line("session", session, store.bounds(session).frontier(), store.clearIndex(session));
            line("history", events(store.readHistory(session, 0, null)));
            line("dead", Given.refs(store.deadLetters(session)));
            line("findings", store.verify(session));
            store.readPresence(session).stream()
                    .sorted(Comparator.comparing(PresenceEntry::participant).thenComparing(PresenceEntry::field))
                    .forEach(entry -> line(
                            "present",
                            entry.participant(),
                            entry.field(),
                            entry.value().text()));
        }
        store.listWork(null, 1_000).stream()
                .filter(mark -> ReleaseScene.SESSIONS.contains(mark.sessionId()))
                .forEach(mark -> line(
                        "work", mark.sessionId(), mark.consumer(), mark.dueAt().toEpochMilli()));
        return text.toString();
    }

    /** Goes on with everything an hour later. */
    String goOn() {
        clock.advance(Duration.ofHours(1));
        AttemptRef old = new AttemptRef("each", null, 2, 1);
        for (String session : ReleaseScene.SESSIONS) {
            state(session);
            for (Head dead : store.deadLetters(session)) {
                redrive(session, dead);
            }
            handleAll(session);
        }
        line(
                "late",
                store.completeAttempt(CompleteRequest.of(ReleaseScene.HEADS, old))
                        .getClass()
                        .getSimpleName());
        appendAgain();
        line("cleared", store.clear(ClearRequest.of(ReleaseScene.STATES)).index());
        int pages = 0;
        while (!store.reclaim(ReleaseScene.STATES).done()) {
            pages++;
        }
        line("reclaimed", pages < 10);
        return read();
    }

    private void state(String session) {
        StateRead state = store.readState(ReadStateRequest.of(session, "sum"));
        String snapshot = state.snapshot() == null
                ? "none"
                : state.snapshot().index() + " " + state.snapshot().state().text();
        line("state", session, snapshot, events(state.events()));
    }

    private void redrive(String session, Head dead) {
        RedriveRequest.Action action = dead.lane() == null ? RedriveRequest.Action.RETRY : RedriveRequest.Action.SKIP;
        RedriveRequest request =
                RedriveRequest.of(session, dead.consumer(), dead.event().index(), action);
        line("redriven", session, Given.ref(dead.ref()), store.redrive(request).redriven());
    }

    /** Claims and completes whatever is free, one after another, until nothing is left. */
    private void handleAll(String session) {
        Together.Rounds rounds = new Together.Rounds("handling what an older release left", 200);
        ClaimRequest claim =
                ClaimRequest.of(session, "new", inMs(30_000)).serving(SERVED).limit(1);
        while (rounds.another() && store.claimAvailable(claim) instanceof ClaimResult.Claimed claimed) {
            for (Head head : claimed.heads()) {
                boolean first = head.dispatch().attemptCount() == 1;
                CompleteRequest completion = first
                        ? CompleteRequest.of(session, head.attempt())
                        : CompleteRequest.of(session, head.attempt(), event("again-" + Given.ref(head.ref()), "other"));
                line(
                        "handled",
                        session,
                        Given.ref(head.ref()),
                        head.dispatch().attemptCount(),
                        head.dispatch().failureCount(),
                        store.completeAttempt(completion.serving(SERVED))
                                .getClass()
                                .getSimpleName());
            }
        }
        store.refreshWork(session, SERVED.names() == null ? Set.of() : SERVED.names());
    }

    private void appendAgain() {
        AppendResult same = store.append(AppendRequest.of(ReleaseScene.HEADS, event("e1", "t", "{\"n\":1}")));
        line("appended again", same.events().get(0).index());
        AppendResult other = store.append(
                AppendRequest.of(ReleaseScene.ODD, event("after", "t")).serving(SERVED));
        line("appended", other.events().get(0).index());
        handleAll(ReleaseScene.ODD);
    }

    private static List<String> events(List<Event> events) {
        return events.stream()
                .map(event -> event.index() + ":" + event.id() + ":" + event.type() + ":"
                        + event.payload().text())
                .toList();
    }

    private void line(Object... parts) {
        for (Object part : parts) {
            text.append(part).append(' ');
        }
        text.setCharAt(text.length() - 1, '\n');
    }
}

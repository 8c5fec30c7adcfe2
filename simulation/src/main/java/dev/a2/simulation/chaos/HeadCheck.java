package dev.a2.simulation.chaos;

import dev.a2.A2Listener.Ending;
import dev.a2.simulation.chaos.Errand.Asked;
import dev.a2.simulation.chaos.Fact.Ended;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.Reserved;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Each head was completed exactly once, by the attempt that was told so (I6), and no attempt wrote after it had been overtaken
 * (I5); each timer rang once, and not early (RT-10).
 */
final class HeadCheck {
    private static final String NOTED = "noted";

    private final Evidence evidence;
    private final Findings findings;
    private final String session;
    private final Errands errands;
    private final Set<HeadRef> expected = new HashSet<>();
    /** Which attempt completed a head. */
    private final Map<HeadRef, Integer> doneBy = new HashMap<>();

    HeadCheck(Evidence evidence, Findings findings, String session) {
        this.evidence = evidence;
        this.findings = findings;
        this.session = session;
        this.errands = new Errands(evidence.log(session));
    }

    void run() {
        errands.of(Asked.class).forEach((index, asked) -> {
            once(new HeadRef(Reserved.HANDLERS, null, index), asked.n(), NOTED, "answered", Reserved.TIMER_TYPE);
            once(new HeadRef(ErrandApp.TOUCHY, null, index), asked.n(), "touched");
            once(new HeadRef(ErrandApp.LANE, asked.lane(), index), asked.n(), "moved");
            once(new HeadRef(ErrandApp.AUDIT, "", index), asked.n(), "audited");
        });
        errands.timers().forEach(this::rang);
        errands.products().forEach((head, events) -> {
            check("I6", head, expected.contains(head), () -> "wrote what nothing asked for: " + events);
            inOrder(head, events);
        });
        evidence.each(Ended.class, (entry, ended) -> {
            if (ended.session().equals(session)) {
                told(ended, entry);
            }
        });
    }

    /** These types of events followed from a head, in this order, all about this number. */
    private void once(HeadRef head, int number, String... types) {
        expected.add(head);
        List<Event> events = errands.productsOf(head);
        List<String> found = events.stream().map(Event::type).toList();
        check(
                "I6",
                head,
                found.equals(List.of(types)),
                () -> "should have written " + List.of(types) + " and wrote " + events);
        for (Event event : events) {
            Errand errand = errands.at(event.index());
            check("I2", head, errand == null || errand.n() == number, () -> "wrote for another event: " + event);
            if (!event.type().equals(NOTED)) {
                completed(event);
            }
        }
    }

    /** All that an attempt returns is of one attempt, and stands together. */
    private void completed(Event event) {
        AttemptRef cause = cause(event);
        Integer before = doneBy.putIfAbsent(cause.head(), cause.attempt());
        check(
                "I6",
                cause.head(),
                before == null || before == cause.attempt(),
                () -> "was completed by " + before + " and by " + cause);
    }

    private static AttemptRef cause(Event event) {
        AttemptRef cause = event.cause();
        if (cause == null) {
            throw new IllegalStateException("follows from nothing: " + event);
        }
        return cause;
    }

    private void rang(Event timer) {
        HeadRef head = new HeadRef(Reserved.TIMERS, null, timer.index());
        List<Event> rings = errands.productsOf(head);
        Errand asked = timer.cause() == null ? null : errands.at(timer.cause().index());
        once(head, asked == null ? -1 : asked.n(), "rang");
        for (Event ring : rings) {
            boolean early = ring.createdAt().isBefore(timer.createdAt().plus(ErrandApp.RINGS_AFTER));
            check("RT-10", head, !early, () -> "rang early: " + timer + ", " + ring);
        }
    }

    /** What was overtaken writes no more. */
    private void inOrder(HeadRef head, List<Event> events) {
        int latest = 0;
        for (Event event : events) {
            int attempt = cause(event).attempt();
            int before = latest;
            check(
                    "I5",
                    head,
                    attempt >= before,
                    () -> "attempt " + attempt + " wrote after attempt " + before + ": " + event);
            latest = Math.max(latest, attempt);
        }
    }

    /** A claim that is given back at a shutdown may be of an attempt whose completion was on its way. */
    private void told(Ended ended, Entry entry) {
        AttemptRef attempt = ended.attempt();
        Integer by = doneBy.get(attempt.head());
        boolean isDone = by != null && by == attempt.attempt();
        if (ended.ending() == Ending.COMPLETED) {
            check("I6", attempt.head(), isDone, () -> "was completed by attempt " + by + ", and yet: " + entry);
        } else if (ended.ending() != Ending.RELEASED) {
            check("I5", attempt.head(), !isDone, () -> "has output of an attempt that did not complete: " + entry);
        }
    }

    private void check(String rule, HeadRef head, boolean holds, Supplier<String> otherwise) {
        findings.check(session, rule, holds, () -> head + " " + otherwise.get());
    }
}

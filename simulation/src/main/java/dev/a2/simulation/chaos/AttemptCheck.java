package dev.a2.simulation.chaos;

import dev.a2.A2Listener.Ending;
import dev.a2.simulation.chaos.Fact.Began;
import dev.a2.simulation.chaos.Fact.Ended;
import dev.a2.simulation.chaos.Fact.Redriving;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * No attempt began twice (CLM-2); nothing was written by an attempt after a later one had begun (I5); a lane's head began after the
 * end of the one before it (I7); a dead letter began again only after somebody redrove it (I9).
 */
final class AttemptCheck {
    private final Evidence evidence;
    private final Findings findings;
    private final String session;
    private final Map<AttemptRef, Entry> begun = new HashMap<>();
    private final Map<HeadRef, List<Entry>> starts = new HashMap<>();

    AttemptCheck(Evidence evidence, Findings findings, String session) {
        this.evidence = evidence;
        this.findings = findings;
        this.session = session;
    }

    void run() {
        evidence.each(Began.class, (entry, began) -> {
            if (began.session().equals(session)) {
                Entry before = begun.putIfAbsent(began.attempt(), entry);
                check("CLM-2", before == null, "began twice: " + before + " and " + entry);
                starts.computeIfAbsent(began.attempt().head(), head -> new ArrayList<>())
                        .add(entry);
            }
        });
        evidence.log(session).forEach(this::fenced);
        serial();
        deadLetters();
    }

    private static int attempt(Entry began) {
        return ((Began) began.fact()).attempt().attempt();
    }

    private void fenced(Event event) {
        AttemptRef cause = event.cause();
        if (cause == null) {
            return;
        }
        for (Entry start : starts.getOrDefault(cause.head(), List.of())) {
            boolean overtaken = attempt(start) > cause.attempt()
                    && start.ms() < event.createdAt().toEpochMilli();
            check("I5", !overtaken, event + " was written after " + start);
        }
    }

    /** By lane, when the last of its heads was done; the log goes through them in order (I7 is checked there). */
    private void serial() {
        Map<String, Event> done = new HashMap<>();
        for (Event event : evidence.log(session)) {
            AttemptRef cause = event.cause();
            if (cause == null || cause.lane() == null) {
                continue;
            }
            Event before = done.put(cause.consumer() + "=" + cause.lane(), event);
            for (Entry start : starts.getOrDefault(cause.head(), List.of())) {
                boolean early =
                        before != null && start.ms() < before.createdAt().toEpochMilli();
                check("I7", !early, start + ", before the end of the one before it: " + before);
            }
        }
    }

    private void deadLetters() {
        Map<String, List<Entry>> redrives = new HashMap<>();
        evidence.each(Redriving.class, (entry, redriving) -> {
            if (redriving.session().equals(session)) {
                redrives.computeIfAbsent(redriving.consumer() + "#" + redriving.index(), head -> new ArrayList<>())
                        .add(entry);
            }
        });
        Map<HeadRef, List<Integer>> deaths = new HashMap<>();
        evidence.each(Ended.class, (entry, ended) -> {
            if (ended.session().equals(session) && ended.ending() == Ending.DEAD_LETTERED) {
                deaths.computeIfAbsent(ended.attempt().head(), head -> new ArrayList<>())
                        .add(ended.attempt().attempt());
            }
        });
        deaths.forEach((head, attempts) -> {
            for (Entry start : starts.getOrDefault(head, List.of())) {
                long died =
                        attempts.stream().filter(one -> one < attempt(start)).count();
                long redriven = redrives.getOrDefault(head.consumer() + "#" + head.index(), List.of()).stream()
                        .filter(one -> one.ms() <= start.ms())
                        .count();
                check("I9", redriven >= died, start + " after " + died + " deaths and " + redriven + " redrives");
            }
        });
    }

    private void check(String rule, boolean holds, String otherwise) {
        findings.check(session, rule, holds, () -> Objects.requireNonNull(otherwise));
    }
}

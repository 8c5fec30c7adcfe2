package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Asking;
import dev.a2.simulation.chaos.Fact.Told;
import dev.a2.store.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The log has no gap (I1), no id twice (I3), all that was acknowledged where it was told to be, and nothing that nobody asked for. */
final class LogCheck {
    private final Evidence evidence;
    private final Findings findings;
    private final String session;

    LogCheck(Evidence evidence, Findings findings, String session) {
        this.evidence = evidence;
        this.findings = findings;
        this.session = session;
    }

    void run() {
        List<Event> log = evidence.log(session);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < log.size(); i++) {
            Event event = log.get(i);
            long expected = i + 1L;
            check(
                    "I1",
                    event.index() == expected,
                    "the log goes on with " + event.index() + " where it should with " + expected);
            check("I3", ids.add(event.id()), "the id " + event.id() + " stands twice, again at " + event.index());
        }
        acknowledged(log);
        asked(log);
    }

    private void acknowledged(List<Event> log) {
        Map<Integer, Integer> counts = new HashMap<>();
        evidence.each(Asking.class, (entry, asking) -> counts.put(asking.first(), asking.count()));
        evidence.each(Told.class, (entry, told) -> {
            for (int i = 0; told.session().equals(session) && i < counts.getOrDefault(told.first(), 1); i++) {
                long index = told.index() + i;
                String id = Member.eventId(told.first() + i);
                boolean there =
                        index <= log.size() && log.get((int) index - 1).id().equals(id);
                check("lost", there, id + " is not at " + index + ", as was acknowledged: " + entry);
            }
        });
    }

    private void asked(List<Event> log) {
        Set<String> asked = new HashSet<>();
        evidence.each(Asking.class, (entry, asking) -> {
            for (int i = 0; asking.session().equals(session) && i < asking.count(); i++) {
                asked.add(Member.eventId(asking.first() + i));
            }
        });
        for (Event event : log) {
            boolean known = event.cause() != null || asked.contains(event.id());
            check("invented", known, "nobody asked for what stands at " + event.index() + ": " + event);
        }
    }

    private void check(String rule, boolean holds, String otherwise) {
        findings.check(session, rule, holds, () -> otherwise);
    }
}

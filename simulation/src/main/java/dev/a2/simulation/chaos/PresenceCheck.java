package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Announcing;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Noticed;
import dev.a2.simulation.chaos.Fact.Stage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who was noticed had said that he was there, and the dead go by themselves (PRS-3). */
final class PresenceCheck {
    private final Evidence evidence;
    private final Findings findings;

    PresenceCheck(Evidence evidence, Findings findings) {
        this.evidence = evidence;
        this.findings = findings;
    }

    void run() {
        Map<String, Long> ends = new HashMap<>();
        evidence.each(Life.class, (entry, life) -> {
            if (life.stage() == Stage.KILLED || life.stage() == Stage.STOPPED) {
                ends.putIfAbsent(entry.who(), entry.ms());
            }
        });
        Set<String> announced = new HashSet<>();
        evidence.each(Announcing.class, (entry, announcing) -> announced.add(entry.who() + announcing.session()));
        long rest = evidence.times()
                .presenceTtl()
                .plus(evidence.times().allowance())
                .toMillis();
        evidence.each(Noticed.class, (entry, noticed) -> {
            boolean isKnown = announced.contains(noticed.participant() + noticed.session());
            check(noticed, isKnown, "never said that he was there: " + entry);
            Long end = ends.get(noticed.participant());
            boolean isGhost = end != null && noticed.sinceMs() > end + rest;
            check(noticed, !isGhost, "was gone since " + end + ": " + entry);
        });
    }

    private void check(Noticed noticed, boolean holds, String otherwise) {
        findings.check(noticed.session(), "PRS-3", holds, () -> otherwise);
    }
}

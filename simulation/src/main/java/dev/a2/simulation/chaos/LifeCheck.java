package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Processes end only by what was done to them, and in good order when they are told to (RT-11). */
final class LifeCheck {
    private final Evidence evidence;
    private final Findings findings;

    LifeCheck(Evidence evidence, Findings findings) {
        this.evidence = evidence;
        this.findings = findings;
    }

    void run() {
        Map<String, Set<Stage>> lives = new LinkedHashMap<>();
        evidence.each(Life.class, (entry, life) -> {
            Set<Stage> stages = lives.computeIfAbsent(entry.who(), who -> EnumSet.noneOf(Stage.class));
            // One that is told to end before it listens just dies.
            boolean early = life.stage() == Stage.TERMINATED && !stages.contains(Stage.READY);
            stages.add(early ? Stage.KILLED : life.stage());
        });
        lives.remove(Storm.SERVER);
        lives.forEach((who, stages) -> {
            boolean killed = stages.contains(Stage.KILLED);
            boolean stopped = stages.contains(Stage.STOPPED);
            boolean told = stages.contains(Stage.TERMINATED);
            findings.check(who, "RT-11", killed || stopped || !told, () -> who + " was told to end and did not");
            findings.check(who, "RT-11", killed || told, () -> who + " ended, and nobody knows why: " + stages);
        });
    }
}

package dev.a2.simulation.chaos;

import dev.a2.store.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What checks object to, a few of each rule. */
final class Findings {
    private static final int MOST_OF_A_RULE = 5;

    private final List<Finding> all = new ArrayList<>();

    /** All checks, on this evidence. */
    static List<Finding> in(Evidence evidence) {
        Findings findings = new Findings();
        findings.all.addAll(evidence.leftovers());
        for (String session : evidence.logs().keySet()) {
            new LogCheck(evidence, findings, session).run();
            new HeadCheck(evidence, findings, session).run();
            new OrderCheck(evidence, findings, session).run();
            new AttemptCheck(evidence, findings, session).run();
        }
        new FeedCheck(evidence, findings).run();
        new PresenceCheck(evidence, findings).run();
        new LifeCheck(evidence, findings).run();
        new RecoveryCheck(evidence, findings).run();
        return findings.all();
    }

    void check(String session, String rule, boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            long before =
                    all.stream().filter(finding -> finding.rule().equals(rule)).count();
            if (before < MOST_OF_A_RULE) {
                all.add(new Finding(session, rule, otherwise.get()));
            }
        }
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}

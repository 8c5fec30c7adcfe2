package dev.a2.simulation.chaos;

/** What a process had in hand when it ended begins elsewhere within the bound (RT-9), and what it gave back sooner (RT-11). */
final class RecoveryCheck {
    private final Evidence evidence;
    private final Findings findings;

    RecoveryCheck(Evidence evidence, Findings findings) {
        this.evidence = evidence;
        this.findings = findings;
    }

    void run() {
        for (Recovery recovery : new Recoveries(evidence).measure()) {
            boolean late = recovery.isLate(evidence.times().allowance());
            findings.check(
                    "all",
                    "RT-9",
                    !late,
                    () -> "began again after " + recovery.took() + ", and should within " + recovery.bound() + ": "
                            + recovery);
        }
    }
}

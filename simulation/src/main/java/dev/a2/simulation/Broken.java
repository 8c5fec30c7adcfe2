package dev.a2.simulation;

/** An invariant does not hold. */
final class Broken extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String rule;

    Broken(String rule, String what) {
        super(rule + ": " + what);
        this.rule = rule;
    }

    /** The invariant or the rule. */
    String rule() {
        return rule;
    }
}

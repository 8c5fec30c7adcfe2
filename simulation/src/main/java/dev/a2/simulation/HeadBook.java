package dev.a2.simulation;

import dev.a2.store.AttemptRef;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the books say of one head: whose it is, and whether it is done. */
final class HeadBook {
    final HeadRef ref;
    private final String session;
    private int attempt;
    private @Nullable String holder;
    private long expiresMs;
    private boolean dead;
    private int doneBy;
    private boolean skipped;

    HeadBook(String session, HeadRef ref) {
        this.session = session;
        this.ref = ref;
    }

    boolean isOver() {
        return doneBy > 0 || skipped;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether this claim takes the head over from somebody who still had it. */
    boolean isTakenOver(Head by) {
        return holder != null && by.dispatch().attemptCount() > attempt;
    }

    void claim(Head head, long nowMs) {
        Dispatch dispatch = head.dispatch();
        check("I6", !isOver(), "was claimed after its end");
        check("I9", !dead, "was claimed and is a dead letter");
        boolean again = dispatch.attemptCount() == attempt && Objects.equals(dispatch.claimHolder(), holder);
        if (!again) {
            check("CLM-4", dispatch.attemptCount() == attempt + 1, "went on to attempt " + dispatch.attemptCount());
            check("I5", holder == null || nowMs >= expiresMs, "was claimed while its lease lasts");
        }
        // A takeover too many is returned as a dead letter, for telling (CLM-4).
        dead = dispatch.failedAt() != null;
        attempt = dispatch.attemptCount();
        holder = dispatch.claimHolder();
        expiresMs = dispatch.claimExpiresAt() == null
                ? 0
                : dispatch.claimExpiresAt().toEpochMilli();
    }

    /** An attempt writes something besides ending, which it may until another begins, also when it failed (APP-7). */
    void mayWrite(AttemptRef by) {
        check("I5", !isOver() && !dead && by.attempt() == attempt, "let attempt " + by.attempt() + " append");
    }

    private boolean owns(AttemptRef by) {
        return !isOver() && !dead && by.attempt() == attempt && holder != null;
    }

    void complete(AttemptRef by) {
        if (isOver()) {
            check("I6", doneBy == by.attempt(), "was completed again by attempt " + by.attempt());
            return;
        }
        check("I5", owns(by), "was completed by attempt " + by.attempt());
        doneBy = by.attempt();
    }

    void fail(AttemptRef by, boolean forGood) {
        check("I5", !isOver() && by.attempt() == attempt, "was failed by attempt " + by.attempt());
        holder = null;
        dead = forGood;
    }

    void renew(AttemptRef by, long untilMs) {
        check("I5", owns(by), "was renewed by attempt " + by.attempt());
        expiresMs = untilMs;
    }

    void release(AttemptRef by) {
        check("I5", owns(by), "was given back by attempt " + by.attempt());
        holder = null;
    }

    void redrive(boolean skip) {
        check("DL-3", dead, "was redriven and is no dead letter");
        dead = false;
        skipped = skip;
    }

    private void check(String rule, boolean holds, String what) {
        if (!holds) {
            throw new Broken(rule, this + " " + what);
        }
    }

    @Override
    public String toString() {
        String lane = ref.lane() == null ? "" : "/" + ref.lane();
        String state = isOver() ? "done by attempt " + doneBy : "attempt " + attempt + " of " + holder;
        return session + " " + ref.consumer() + lane + "@" + ref.index() + " (" + state + ")";
    }
}

package dev.a2.transfer;

import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.HeadRef;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session's live heads as of one moment, seen by one who wants to hold all of them. */
final class OpenWork {
    /** A hold that ends sooner may end before the session is handed over. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final String holder;
    private final List<AttemptRef> mine = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private boolean anyFree;
    private @Nullable Instant firstHoldEnds;

    OpenWork(String holder) {
        this.holder = holder;
    }

    static OpenWork of(String holder, List<Cursor> cursors) {
        OpenWork work = new OpenWork(holder);
        for (Cursor cursor : cursors) {
            Long head = cursor.head();
            if (head != null && cursor.dispatch().failedAt() == null) {
                work.see(new HeadRef(cursor.consumer(), cursor.lane(), head), cursor.dispatch());
            }
        }
        return work;
    }

    void see(HeadPart part) {
        if (part.state() == State.LIVE) {
            see(part.head(), part.dispatch());
        }
    }

    private void see(HeadRef head, Dispatch dispatch) {
        String by = dispatch.claimHolder();
        Instant until = dispatch.claimExpiresAt();
        if (holder.equals(by)) {
            mine.add(head.attempt(dispatch.attemptCount()));
        } else if (by != null) {
            others.add(Strings.quote(head.consumer()) + " at event " + head.index() + ", held by " + Strings.quote(by)
                    + " until " + until);
        } else if (until == null) {
            anyFree = true;
        } else if (firstHoldEnds == null || until.isBefore(firstHoldEnds)) {
            firstHoldEnds = until;
        }
    }

    /** What the holder has. */
    List<AttemptRef> mine() {
        return mine;
    }

    /** What others have, in words. */
    List<String> others() {
        return others;
    }

    /** Whether nobody but the holder can begin or end an attempt now and in the next moment. */
    boolean isStill(Instant now, boolean supersede) {
        boolean onHold = firstHoldEnds == null || firstHoldEnds.isAfter(now.plus(MARGIN));
        return !anyFree && onHold && (supersede || others.isEmpty());
    }
}

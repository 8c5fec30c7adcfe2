package dev.a2.tck.model;

import dev.a2.store.Dispatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known about one event as the head of one consumer's event cursor (lane null), lane or log. */
final class Row {
    /** Names a row. */
    record Key(String consumer, @Nullable String lane, long index) {}

    final String consumer;
    final @Nullable String lane;
    final long index;

    int attempts;

    @Nullable Instant firstClaimedAt;

    @Nullable Instant lastClaimedAt;

    @Nullable String holder;

    @Nullable Instant freeAt;

    int failures;

    @Nullable Instant lastFailedAt;

    @Nullable Integer lastFailedAttempt;

    @Nullable String lastError;

    @Nullable Instant deadAt;

    /** Whose row it is. */
    Reader.Kind kind = Reader.Kind.EVENT;

    boolean done;

    @Nullable Instant doneAt;

    /** The attempt that completed it; null while it is open, and for ever when it was skipped. */
    @Nullable Integer completedBy;

    List<String> returnedIds = new ArrayList<>();

    final Set<Pin> pins = new HashSet<>();

    /** A snapshot that this head keeps. */
    record Pin(String reducer, long index) {}

    Row(String consumer, @Nullable String lane, long index) {
        this.consumer = consumer;
        this.lane = lane;
        this.index = index;
    }

    Key key() {
        return new Key(consumer, lane, index);
    }

    boolean dead() {
        return deadAt != null;
    }

    /** Whether nobody holds it and no hold stands. */
    boolean freeAt(Instant now) {
        return freeAt == null || !freeAt.isAfter(now);
    }

    Dispatch dispatch() {
        return new Dispatch(
                firstClaimedAt,
                lastClaimedAt,
                attempts,
                holder,
                freeAt,
                failures,
                lastFailedAt,
                lastFailedAttempt,
                lastError,
                deadAt);
    }
}

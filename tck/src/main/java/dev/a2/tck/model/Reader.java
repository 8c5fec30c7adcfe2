package dev.a2.tck.model;

import dev.a2.store.Reserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where one consumer stands: an event cursor, a lane or a log cursor. */
final class Reader {
    /** In the order in which a redrive looks (DL-2). */
    enum Kind {
        EVENT,
        LOG,
        LANE
    }

    final Kind kind;
    final String consumer;
    final @Nullable String lane;

    /** The last event that it is done with. */
    long position;
    /** What it must handle, the head first; only a lane has more than one. */
    final List<Long> queue = new ArrayList<>();
    /** A log's types; null for all. */
    @Nullable Set<String> types;

    Reader(Kind kind, String consumer, @Nullable String lane, long position) {
        this.kind = kind;
        this.consumer = consumer;
        this.lane = lane;
        this.position = position;
    }

    @Nullable Long head() {
        return queue.isEmpty() ? null : queue.get(0);
    }

    boolean takes(String type) {
        return !type.equals(Reserved.CLEAR_TYPE) && (types == null || types.contains(type));
    }
}

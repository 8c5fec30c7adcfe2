package dev.a2.transfer;

import dev.a2.store.IdSource;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a store that sessions are moved out of. It gives the clear marker that ends a session there an id by which a
 * {@link Mover} knows later that this move, and nobody else, cleared it.
 */
public final class MoveIds implements IdSource {
    private static final String PREFIX = "a2.move:";

    private final IdSource others = IdSource.timeOrdered(InstantSource.system());
    private volatile @Nullable String marker;

    @Override
    public String next() {
        String given = marker;
        return given != null ? given : others.next();
    }

    /** Runs something in which all ids are this one. */
    void as(String id, Runnable action) {
        marker = id;
        try {
            action.run();
        } finally {
            marker = null;
        }
    }

    /** The id of the marker by which a move ends a session that reaches so far. */
    static String marker(String move, long frontier) {
        return PREFIX + move + ":" + frontier;
    }

    /** Whether some move gave this id. */
    static boolean isMarker(String id) {
        return id.startsWith(PREFIX);
    }
}

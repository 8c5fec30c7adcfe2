package dev.a2.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a log consumer follows a session's log.
 *
 * @param lane names the cursor; possibly empty text
 * @param types the event types it takes; null for all
 * @param backfill whether a new cursor starts at the session's beginning (or latest clear) instead of its end
 */
public record LogOptions(String lane, @Nullable Set<String> types, boolean backfill) {
    /** Checks names (VAL-1). */
    public LogOptions {
        Checks.lane(lane);
        if (types != null) {
            types = Copies.ordered(types);
            types.forEach(type -> Checks.name("event type", type));
        }
    }

    /** Whether the cursor takes events of this type; never the clear marker (APP-11). */
    public boolean takes(String type) {
        return !type.equals(Reserved.CLEAR_TYPE) && (types == null || types.contains(type));
    }
}

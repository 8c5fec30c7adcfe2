package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * A consumer that must handle the event it is given with (APP-10).
 *
 * @param lane null: an event cursor of its own; else the lane at whose end the event is queued
 * @param notBefore the head begins with a hold until then (APP-16); only where lane is null
 */
public record Target(
        String consumer, @Nullable String lane, @Nullable When notBefore) {
    /** Checks names (VAL-1), and that a hold is given to an event cursor only. */
    public Target {
        Checks.name("consumer", consumer);
        Checks.lane(lane);
        if (lane != null && notBefore != null) {
            throw StoreException.invalid("a lane's event cannot be held back; give notBefore to a target without lane");
        }
    }

    /** An event cursor for this consumer. */
    public static Target each(String consumer) {
        return new Target(consumer, null, null);
    }

    /** The end of this consumer's lane. */
    public static Target lane(String consumer, String lane) {
        return new Target(consumer, lane, null);
    }
}

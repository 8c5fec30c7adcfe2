package dev.a2.server.work;

import dev.a2.store.ClaimRequest;
import dev.a2.store.Limits;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.When;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a worker asks for.
 *
 * @param holder under whose name heads are claimed
 * @param lease how long its claims last
 * @param limit most heads
 * @param maxFailures a lapsed claim that reaches it makes a dead letter (CLM-4)
 * @param patience how long to wait for the first head
 * @param session look in this session only; null: in all
 * @param resume also what the holder holds there already (CLM-9)
 */
public record ClaimOrder(
        String holder,
        List<ServedConsumer> consumers,
        Duration lease,
        int limit,
        int maxFailures,
        Duration patience,
        @Nullable String session,
        boolean resume) {
    /** Copies the list, and refuses names that stores do not accept (VAL-1): they would stay in everybody's way. */
    public ClaimOrder {
        consumers = List.copyOf(consumers);
        ClaimRequest unused = ClaimRequest.of(session == null ? "any" : session, holder, When.after(lease));
        Limits.DEFAULTS.checkName("session id", session);
        Limits.DEFAULTS.checkName("holder", holder);
        Limits.DEFAULTS.check(new Served(consumers));
    }

    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        consumers.forEach(consumer -> names.add(consumer.name()));
        return names;
    }
}

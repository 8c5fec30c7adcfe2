package dev.a2;

import dev.a2.store.ClaimRequest;
import dev.a2.store.HeadRef;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.When;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A claim call to make.
 *
 * @param consumers whose heads it claims; all judge lapsed claims alike
 * @param limit most heads, for which slots are set aside
 * @param resume it also asks for what an earlier call claimed whose answer was lost (CLM-9)
 * @param exclude what runs here, or cannot run here
 */
record Look(SessionWork session, List<ConsumerSlots> consumers, int limit, boolean resume, Set<HeadRef> exclude) {
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        consumers.forEach(consumer -> names.add(consumer.name()));
        return names;
    }

    ClaimRequest request(String holder, When expiry) {
        List<ServedConsumer> served =
                consumers.stream().map(consumer -> consumer.served).toList();
        return ClaimRequest.of(session.id, holder, expiry)
                .serving(new Served(served))
                .exclude(exclude)
                .maxFailures(consumers.get(0).maxFailures)
                .limit(limit)
                .resume(resume);
    }
}

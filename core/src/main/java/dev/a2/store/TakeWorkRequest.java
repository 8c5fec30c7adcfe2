package dev.a2.store;

import java.time.Duration;
import java.util.Set;

/**
 * Asks which sessions to look at (WRK-2).
 *
 * @param shard from 0 to {@link WorkIndex#workShards()} - 1
 * @param consumers the served ones
 * @param limit at most so many marks
 * @param lease nobody else is given the same marks for so long
 */
public record TakeWorkRequest(int shard, Set<String> consumers, int limit, Duration lease) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public TakeWorkRequest {
        Checks.number("shard", shard);
        consumers = Copies.ordered(consumers);
        consumers.forEach(name -> Checks.name("consumer", name));
        Checks.atLeastOne("limit", limit);
        Checks.positive("lease", lease);
    }
}

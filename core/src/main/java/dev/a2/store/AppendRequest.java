package dev.a2.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch to append (APP).
 *
 * @param originIndex the event that scheduled this append; refused when a clear came after it (APP-6)
 * @param ifLastIndex append only if this is the frontier (APP-15)
 * @param claimNew also claim the heads that it makes (APP-17)
 */
public record AppendRequest(
        String sessionId,
        List<NewEvent> events,
        Served consumers,
        @Nullable Long originIndex,
        @Nullable Long ifLastIndex,
        @Nullable ClaimNew claimNew) {
    /** Checks names, numbers and targets (VAL-1 to VAL-4). */
    public AppendRequest {
        Checks.name("session id", sessionId);
        events = List.copyOf(events);
        if (originIndex != null) {
            Checks.index("originIndex", originIndex);
        }
        if (ifLastIndex != null) {
            Checks.number("ifLastIndex", ifLastIndex);
        }
        Checks.noSharedRow(events, consumers);
    }

    /** These events, with everybody served and no condition. */
    public static AppendRequest of(String sessionId, List<NewEvent> events) {
        return new AppendRequest(sessionId, events, Served.ALL, null, null, null);
    }

    /** These events, with everybody served and no condition. */
    public static AppendRequest of(String sessionId, NewEvent... events) {
        return of(sessionId, List.of(events));
    }

    /** The same with other events. */
    public AppendRequest events(List<NewEvent> events) {
        return new AppendRequest(sessionId, events, consumers, originIndex, ifLastIndex, claimNew);
    }

    /** The same for a deployment that serves these consumers. */
    public AppendRequest serving(Served consumers) {
        return new AppendRequest(sessionId, events, consumers, originIndex, ifLastIndex, claimNew);
    }

    /** The same, scheduled by that event. */
    public AppendRequest originIndex(@Nullable Long originIndex) {
        return new AppendRequest(sessionId, events, consumers, originIndex, ifLastIndex, claimNew);
    }

    /** The same, on condition. */
    public AppendRequest ifLastIndex(@Nullable Long ifLastIndex) {
        return new AppendRequest(sessionId, events, consumers, originIndex, ifLastIndex, claimNew);
    }

    /** The same, claiming the heads that it makes. */
    public AppendRequest claimNew(@Nullable ClaimNew claimNew) {
        return new AppendRequest(sessionId, events, consumers, originIndex, ifLastIndex, claimNew);
    }
}

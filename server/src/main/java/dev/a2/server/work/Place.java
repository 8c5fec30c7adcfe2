package dev.a2.server.work;

import dev.a2.Gate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A claim's place in its line, by a ticket: who came first is sent to the next session first. */
final class Place implements Comparable<Place> {
    final Line line;
    final int limit;
    private final long ticket;
    private final Gate gate;

    /** What it was given to look at. Under the line's lock. */
    @Nullable String session;

    /** The rounds that began before it came; only a later one has looked for it. Under the line's lock. */
    long after;

    /** Its time is over, and it leaves when a round has looked for it. Under the line's lock. */
    boolean leaving;

    Place(Line line, long ticket, int limit, Gate gate) {
        this.line = line;
        this.ticket = ticket;
        this.limit = limit;
        this.gate = gate;
    }

    /** Something changed for it. */
    void tell() {
        gate.open();
    }

    /** Waits until something may have changed; false if it should not go on. */
    boolean await(Duration atMost) {
        try {
            gate.await(atMost);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public int compareTo(Place other) {
        return Long.compare(ticket, other.ticket);
    }
}

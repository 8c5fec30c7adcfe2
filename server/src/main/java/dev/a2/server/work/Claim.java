package dev.a2.server.work;

import dev.a2.Platform;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Head;
import dev.a2.store.Served;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One claim under way: waits for a first session, claims there, and goes on where it need not wait. Used by one thread. */
public final class Claim implements AutoCloseable {
    /** Most heads of one call to the store: what they hold in memory is known only afterwards. */
    private static final int STEP = 16;

    private static final int ENOUGH_BYTES = 4 << 20;

    /** A head that is free by now, if clocks agree, is looked for so soon. */
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private final WorkDesk desk;
    private final Platform platform;
    private final ClaimOrder order;
    private final Set<String> consumers;
    private final Place place;
    private final long end;
    private final List<Head> heads = new ArrayList<>();
    private long bytes;
    private boolean resumes;
    private boolean isOver;

    Claim(WorkDesk desk, ClaimOrder order, Place place) {
        this.desk = desk;
        this.platform = desk.engine().platform();
        this.order = order;
        this.consumers = order.names();
        this.place = place;
        this.resumes = order.resume();
        this.end = platform.nanoTime() + order.patience().toNanos();
    }

    /** Whether there is nothing more to wait for. */
    public boolean isOver() {
        return isOver;
    }

    /** What was claimed. */
    public List<Head> heads() {
        return List.copyOf(heads);
    }

    /**
     * Goes on for so long, or until it is over.
     *
     * @param probe called before a session is looked at that was waited for: fails if the worker is known to be gone
     * @throws RuntimeException if the store cannot tell whether there is work
     */
    public void goOn(Duration atMost, Runnable probe) {
        long until = platform.nanoTime() + atMost.toNanos();
        if (resumes) {
            look(String.valueOf(order.session()));
        }
        while (heads.isEmpty() && !isOver) {
            String session = place.line.next(place, until, end);
            if (session == null) {
                isOver |= platform.nanoTime() - end >= 0 || desk.isClosed();
                return;
            }
            probe(session, probe);
            look(session);
        }
        while (!isOver && hasRoom()) {
            String session = place.line.another();
            isOver |= session == null;
            if (session != null) {
                look(session);
            }
        }
        isOver = true;
    }

    private void probe(String session, Runnable probe) {
        try {
            probe.run();
        } catch (RuntimeException e) {
            place.line.offer(session, true);
            throw e;
        }
    }

    private boolean hasRoom() {
        return heads.size() < order.limit() && bytes < ENOUGH_BYTES && !desk.isFull();
    }

    private void look(String session) {
        int most = desk.isFull() ? 1 : Math.min(STEP, Math.max(1, order.limit() - heads.size()));
        ClaimResult result;
        try {
            result = desk.engine().store().claimAvailable(request(session, most));
        } catch (RuntimeException e) {
            if (heads.isEmpty()) {
                throw e;
            }
            // What is claimed already must not be lost; the session's mark leads to it again.
            isOver = true;
            return;
        }
        resumes = false;
        switch (result) {
            case ClaimResult.Claimed claimed ->
                take(session, claimed.heads(), claimed.heads().size() >= most);
            case ClaimResult.Busy busy -> {
                desk.marks().refresh(session, consumers);
                Duration left = Duration.between(platform.clock().instant(), busy.retryAt());
                place.line.lookWithin(left.compareTo(SHORTEST) < 0 ? SHORTEST : left);
            }
            case ClaimResult.Settled settled -> desk.marks().soon(session, consumers);
        }
    }

    private ClaimRequest request(String session, int most) {
        return ClaimRequest.of(session, order.holder(), When.after(order.lease()))
                .serving(new Served(order.consumers()))
                .maxFailures(order.maxFailures())
                .limit(most)
                .resume(resumes);
    }

    private void take(String session, List<Head> claimed, boolean mayHaveMore) {
        for (Head head : claimed) {
            if (head.dispatch().failedAt() != null) {
                desk.reports().deadLettered(session, head.attempt());
            } else {
                heads.add(head);
                hold(head.event().payload().size());
                desk.reports().claimed();
            }
        }
        if (mayHaveMore) {
            place.line.offer(session, true);
        } else {
            desk.marks().soon(session, consumers);
        }
    }

    private void hold(long more) {
        bytes += more;
        desk.hold(more);
    }

    /** Leaves the line. */
    @Override
    public void close() {
        desk.hold(-bytes);
        bytes = 0;
        desk.leave(place);
    }
}

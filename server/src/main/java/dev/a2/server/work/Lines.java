package dev.a2.server.work;

import dev.a2.Platform;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** All claims that are under way, a line for each set of consumers. */
final class Lines {
    private static final System.Logger LOG = System.getLogger(Lines.class.getName());

    /** What an empty line knows is of use to a worker that comes back at once. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Platform platform;
    private final Marks marks;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Line> lines = new LinkedHashMap<>();
    private @Nullable Subscription hints;
    private boolean listens;
    private int present;
    private long tickets;
    private boolean closed;

    private record Key(Set<String> consumers, @Nullable String session) {}

    Lines(Platform platform, Marks marks, int most) {
        this.platform = platform;
        this.marks = marks;
        this.most = most;
    }

    /** How many claims are under way. */
    int size() {
        lock.lock();
        try {
            return present;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gets in line; it must be left again.
     *
     * @throws Problem TOO_MANY_REQUESTS or SHUTTING_DOWN
     */
    Place enter(ClaimOrder order) {
        Place place;
        lock.lock();
        try {
            if (closed) {
                throw new Problem(
                                ProblemCode.SHUTTING_DOWN, "this server hands out no more work; come back in a moment")
                        .with("Retry-After", "1");
            }
            if (present >= most) {
                throw new Problem(
                                ProblemCode.TOO_MANY_REQUESTS, present + " claims wait for work here; come back later")
                        .with("Retry-After", "5");
            }
            present++;
            lines.values().removeIf(line -> line.isForgettable(KEPT));
            Line line = lines.computeIfAbsent(
                    new Key(order.names(), order.session()),
                    key -> new Line(platform, key.consumers(), key.session(), marks));
            place = new Place(line, tickets++, order.limit(), platform.newGate());
            line.enter(place);
        } finally {
            lock.unlock();
        }
        listen();
        return place;
    }

    void leave(Place place) {
        place.line.leave(place);
        lock.lock();
        try {
            present--;
            lines.values().removeIf(line -> line.equals(place.line) && line.isForgettable(KEPT));
        } finally {
            lock.unlock();
        }
    }

    private List<Line> all() {
        lock.lock();
        try {
            return List.copyOf(lines.values());
        } finally {
            lock.unlock();
        }
    }

    // ---- hints

    /** These consumers may have free heads in that session. */
    void hint(String session, Set<String> consumers) {
        for (Line line : all()) {
            if (line.wants(session, consumers)) {
                line.offer(session, false);
            }
        }
    }

    /** These consumers will have a free head in that session. */
    void hintLater(String session, Set<String> consumers, Duration delay) {
        for (Line line : all()) {
            if (line.wants(session, consumers)) {
                line.lookWithin(delay);
            }
        }
    }

    /** From the first claim on, the store's hints are listened to. */
    private void listen() {
        lock.lock();
        try {
            if (listens || closed) {
                return;
            }
            listens = true;
        } finally {
            lock.unlock();
        }
        subscribe();
    }

    private void subscribe() {
        Subscription made;
        try {
            made = marks.store().subscribeWork(() -> all().forEach(Line::hint));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "listening for work failed and will be repeated", e);
            platform.after(AGAIN, "a2 listen for work", this::subscribe);
            return;
        }
        boolean late;
        lock.lock();
        try {
            hints = made;
            late = closed;
        } finally {
            lock.unlock();
        }
        if (late) {
            made.close();
        }
    }

    /** Sends everybody away with what they have. */
    void close() {
        Subscription open;
        lock.lock();
        try {
            closed = true;
            open = hints;
        } finally {
            lock.unlock();
        }
        all().forEach(Line::close);
        if (open != null) {
            open.close();
        }
    }
}

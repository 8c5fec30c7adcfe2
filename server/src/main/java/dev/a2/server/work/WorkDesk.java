package dev.a2.server.work;

import dev.a2.server.engine.Engine;
import dev.a2.server.http.Problem;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.LogOptions;
import dev.a2.store.Reserved;
import dev.a2.store.ServedConsumer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where workers elsewhere get heads and say what became of them.
 *
 * <p>Claims for the same consumers stand in a {@link Line}; one poller per line looks through the work index for all of them and
 * sends them to sessions, where each claims for itself. Only claims start attempts; everything else here is a hint.
 */
public final class WorkDesk implements AutoCloseable {
    /** Payloads that answers under way hold: beyond that, a claim is handed one head. */
    private static final long MOST_HELD_BYTES = 64 << 20;

    private final Engine engine;
    private final Marks marks;
    private final Reports reports;
    private final Lines lines;
    private final Attempts attempts;
    private final LogSweep sweep;
    private final AtomicLong heldBytes = new AtomicLong();
    private volatile boolean closed;

    /**
     * The desk of an engine.
     *
     * @param mostClaims so many claims may be under way at once
     */
    public WorkDesk(Engine engine, Metrics metrics, int mostClaims) {
        this.engine = engine;
        this.marks = new Marks(engine.store(), engine.platform());
        this.reports = new Reports(metrics);
        this.lines = new Lines(engine.platform(), marks, mostClaims);
        this.attempts = new Attempts(engine, lines, marks, reports);
        this.sweep = new LogSweep(engine, lines);
        engine.onWork(lines::hint);
        metrics.gauge("a2.claims", "claims that are under way, most of them waiting", lines::size);
    }

    /**
     * Begins a claim, which must be closed.
     *
     * @throws Problem INVALID_ARGUMENT, TOO_MANY_REQUESTS or SHUTTING_DOWN
     */
    public Claim claim(ClaimOrder order) {
        order.consumers().forEach(this::check);
        if (followsAnew(order)) {
            sweep.start();
        }
        return new Claim(this, order, lines.enter(order));
    }

    private boolean followsAnew(ClaimOrder order) {
        boolean changes = false;
        for (ServedConsumer consumer : order.consumers()) {
            LogOptions log = consumer.log();
            changes |= log != null && engine.remote().ask(consumer.name(), log);
        }
        return changes;
    }

    private void check(ServedConsumer consumer) {
        if (consumer.name().startsWith(Reserved.PREFIX)) {
            throw Problem.invalid("consumers that begin with " + Reserved.PREFIX + " belong to the engine; "
                    + consumer.name() + " is one");
        }
        if (consumer.log() != null && engine.serves(consumer.name())) {
            throw Problem.invalid("a contract of this server has a consumer " + consumer.name()
                    + "; name the log consumer differently, or leave out log to help that one with its heads");
        }
    }

    /** What workers say of their attempts. */
    public Attempts attempts() {
        return attempts;
    }

    /** How many claims are under way. */
    public int claims() {
        return lines.size();
    }

    // ---- for the rest of the package

    Engine engine() {
        return engine;
    }

    Marks marks() {
        return marks;
    }

    Reports reports() {
        return reports;
    }

    boolean isClosed() {
        return closed;
    }

    /** A claim holds so much more, or less. */
    void hold(long bytes) {
        heldBytes.addAndGet(bytes);
    }

    /** Whether answers under way hold more than they should. */
    boolean isFull() {
        return heldBytes.get() >= MOST_HELD_BYTES;
    }

    void leave(Place place) {
        lines.leave(place);
    }

    /** Sends claims that wait away with nothing, and takes no more; attempts can still be ended (SRV-5). */
    @Override
    public void close() {
        closed = true;
        sweep.close();
        lines.close();
    }
}

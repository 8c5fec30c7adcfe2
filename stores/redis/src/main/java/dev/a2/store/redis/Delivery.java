package dev.a2.store.redis;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs listeners on one thread of its own, in order, so that no listener holds up the connection it is told from. What does not
 * fit into the queue is dropped; then the listeners are told that they missed something.
 */
final class Delivery implements Executor, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Delivery.class.getName());
    private static final int LONGEST_QUEUE = 10_000;

    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicBoolean overflown = new AtomicBoolean();
    private final Runnable missed;
    private volatile boolean closed;

    /** Runs {@code missed} after an overflow. */
    Delivery(String name, Runnable missed) {
        this.missed = missed;
        Thread.ofVirtual().name(name).start(this::deliver);
    }

    @Override
    public void execute(Runnable message) {
        if (!queue.offer(message)) {
            overflown.set(true);
        }
    }

    private void deliver() {
        while (!closed) {
            try {
                Runnable message = queue.poll(1, TimeUnit.SECONDS);
                if (message != null) {
                    run(message);
                }
                if (queue.isEmpty() && overflown.getAndSet(false)) {
                    run(missed);
                }
            } catch (InterruptedException e) {
                // Nobody has a reason to; go on.
            }
        }
    }

    private static void run(Runnable message) {
        try {
            message.run();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "a listener threw", e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

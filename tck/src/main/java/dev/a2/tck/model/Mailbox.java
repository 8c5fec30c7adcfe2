package dev.a2.tck.model;

import dev.a2.store.Subscription;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One listener with a thread of its own, so that a slow one delays nobody. */
final class Mailbox implements Subscription {
    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final Thread thread = Thread.ofVirtual().unstarted(this::deliver);
    private volatile boolean closed;

    void start() {
        thread.start();
    }

    void post(Runnable call) {
        waiting.add(call);
    }

    private void deliver() {
        try {
            while (!closed) {
                Runnable call = waiting.take();
                try {
                    call.run();
                } catch (RuntimeException e) {
                    // A listener's failure is its own (APP-14).
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}

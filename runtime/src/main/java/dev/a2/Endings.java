package dev.a2;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is to be done about attempts that are over: short things, one after another in an urgent task, which is cheap to reach. */
final class Endings {
    private final Platform platform;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean running = new AtomicBoolean();

    Endings(Platform platform) {
        this.platform = platform;
    }

    void add(Runnable ending) {
        waiting.add(ending);
        if (running.compareAndSet(false, true)) {
            platform.startUrgent("a2 endings", this::run);
        }
    }

    private void run() {
        do {
            for (Runnable ending = waiting.poll(); ending != null; ending = waiting.poll()) {
                ending.run();
            }
            running.set(false);
        } while (!waiting.isEmpty() && running.compareAndSet(false, true));
    }
}

package dev.a2.store.kernel;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs tasks one at a time, in order, each run on another executor's thread. */
public final class SerialExecutor implements Executor {
    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean running;

    /** Over an executor that starts a thread for each task, such as one of virtual threads. */
    public SerialExecutor(Executor threads) {
        this.threads = threads;
    }

    /** On virtual threads. */
    public static SerialExecutor onVirtualThreads(String name) {
        Thread.Builder.OfVirtual builder = Thread.ofVirtual().name(name);
        return new SerialExecutor(builder::start);
    }

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            waiting.add(task);
            if (running) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        threads.execute(this::drain);
    }

    private void drain() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable task = waiting.poll();
            running = task != null;
            return task;
        } finally {
            lock.unlock();
        }
    }
}

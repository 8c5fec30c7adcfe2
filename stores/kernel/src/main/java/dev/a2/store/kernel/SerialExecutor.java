package dev.a2.store.kernel;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs tasks one at a time, in order, on another executor's thread. A task that throws is logged; the others still run. */
public final class SerialExecutor implements Executor {
    private static final System.Logger LOG = System.getLogger(SerialExecutor.class.getName());

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
        try {
            threads.execute(this::drain);
        } catch (RuntimeException | Error e) {
            stopped();
            throw e;
        }
    }

    private void drain() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.WARNING, "a task threw", e);
            }
        }
    }

    /** No thread runs: the next task tries to start one again. */
    private void stopped() {
        lock.lock();
        try {
            running = false;
        } finally {
            lock.unlock();
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

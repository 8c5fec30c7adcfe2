package dev.a2.server.engine;

import dev.a2.codec.Json;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server can append, found by doing it: in a session of its own, which is cleared now and then. An answer holds for
 * a while, so that asking often costs little.
 */
public final class Readiness {
    /** The session that is appended to; lists leave it out. */
    public static final String SESSION = "a2.ready";

    private static final Duration HOLDS = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int KEPT = 100;

    private final Engine engine;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Problem trouble;
    private @Nullable Long checkedNanos;
    private volatile boolean closing;

    /** Of this engine. */
    public Readiness(Engine engine) {
        this.engine = engine;
    }

    /** From now on it is not ready. */
    public void close() {
        closing = true;
    }

    /**
     * Returns if it can append.
     *
     * @throws Problem STORE_UNAVAILABLE, STORE_NOT_CONFIGURED or SHUTTING_DOWN
     */
    public void check() {
        if (closing) {
            throw new Problem(ProblemCode.SHUTTING_DOWN, "the server is ending");
        }
        lock.lock();
        try {
            if (checkedNanos == null || System.nanoTime() - checkedNanos > HOLDS.toNanos()) {
                trouble = look();
                checkedNanos = System.nanoTime();
            }
            if (trouble != null) {
                throw trouble;
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Problem look() {
        FutureTask<Void> append = new FutureTask<>(this::append, null);
        Thread thread = Thread.ofVirtual().name("a2-readiness").start(append);
        try {
            append.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return null;
        } catch (TimeoutException e) {
            thread.interrupt();
            return unavailable("an append took over " + LIMIT.toSeconds() + " s");
        } catch (ExecutionException e) {
            return e.getCause() instanceof StoreException failure
                    ? new Problem(ProblemCode.valueOf(failure.code().name()), String.valueOf(failure.getMessage()))
                    : unavailable(String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unavailable("the check was interrupted");
        }
    }

    private static Problem unavailable(String detail) {
        return new Problem(ProblemCode.STORE_UNAVAILABLE, detail);
    }

    private void append() {
        NewEvent event = NewEvent.of(engine.newId(), Reserved.PREFIX + "ready", Json.NULL);
        List<Event> stored =
                engine.store().append(AppendRequest.of(SESSION, event)).events();
        if (stored.get(0).index() % KEPT == 0) {
            engine.clear(SESSION, null);
        }
    }
}

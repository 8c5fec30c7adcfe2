package dev.a2.store.sql.postgres;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one caller of this process at a time write to a session. They would wait for its row's lock anyway, but each with a
 * connection that others could use.
 */
final class Turns {
    private static final class Turn {
        final ReentrantLock lock = new ReentrantLock(true);

        /** Those who hold the lock or wait for it; changed under the map's own lock of the key. */
        int users;
    }

    private final ConcurrentHashMap<String, Turn> turns = new ConcurrentHashMap<>();
    private final PostgresFailures failures;
    private final Duration waitLimit;

    Turns(PostgresFailures failures, Duration waitLimit) {
        this.failures = failures;
        this.waitLimit = waitLimit;
    }

    <T extends @Nullable Object> T run(String sessionId, Supplier<T> work) {
        Turn turn = enter(sessionId);
        try {
            if (!turn.lock.tryLock(waitLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw failures.waited(waitLimit, "other calls of this process on the same session");
            }
            try {
                return work.get();
            } finally {
                turn.lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failures.interrupted();
        } finally {
            leave(sessionId);
        }
    }

    private Turn enter(String sessionId) {
        Turn entered = turns.compute(sessionId, (id, known) -> {
            Turn turn = known == null ? new Turn() : known;
            turn.users++;
            return turn;
        });
        return Objects.requireNonNull(entered);
    }

    private void leave(String sessionId) {
        turns.computeIfPresent(sessionId, (id, turn) -> --turn.users == 0 ? null : turn);
    }
}

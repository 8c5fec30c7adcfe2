package dev.a2.store.sql.sqlite;

import dev.a2.store.StoreException;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One caller's work on its way through a {@link GroupWriter}. */
final class WriteTask<T extends @Nullable Object> {
    private enum State {
        /** Waits for a leader. */
        QUEUED,
        /** A leader has it. */
        TAKEN,
        /** Its caller took it back, out of patience. */
        TAKEN_BACK,
        /** There is an outcome. */
        DONE
    }

    private final Function<Link, T> work;
    private final Thread caller;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** Work of the current thread. */
    WriteTask(Function<Link, T> work) {
        this.work = work;
        this.caller = Thread.currentThread();
    }

    boolean isQueued() {
        return state.get() == State.QUEUED;
    }

    boolean isDone() {
        return state.get() == State.DONE;
    }

    /** A leader takes it, unless its caller was faster. */
    boolean take() {
        return state.compareAndSet(State.QUEUED, State.TAKEN);
    }

    /** Its caller does not want it any more, unless a leader was faster. */
    boolean takeBack() {
        return state.compareAndSet(State.QUEUED, State.TAKEN_BACK);
    }

    /** Whether the transaction can go on: the work came to its end, or failed before it wrote anything. */
    boolean run(Link link, SqliteFailures failures) {
        link.forgetWrites();
        try {
            result = work.apply(link);
            failure = null;
            return true;
        } catch (SqlFailure e) {
            failure = failures.before(e);
            return false;
        } catch (RuntimeException e) {
            failure = e;
            return !link.hasWritten();
        } catch (Error e) {
            failure = e;
            return false;
        }
    }

    void fail(StoreException reason) {
        failure = reason;
        finish();
    }

    /** Its last run counts. */
    void finish() {
        state.set(State.DONE);
        LockSupport.unpark(caller);
    }

    @SuppressWarnings("NullAway") // the result is null only where its type allows it
    T outcome() {
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return result;
    }
}

package dev.a2;

import dev.a2.A2Listener.Ending;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a head, from its claim to the store's word on how it ended.
 *
 * <p>It runs user code, then settles: tells the store the verdict, again and again with the same ids until the answer is
 * definite (RT-8), then is over. A cancellation interrupts user code only; once it settles, the store's answer decides. A
 * renewal that reports a settling attempt as superseded may have seen its own completion.
 *
 * <p>The lock guards phase and cancellation. It is never held during a call to the store or to user code, and the
 * dispatcher's lock is never taken under it.
 */
final class Attempt implements Runnable {
    /** Why nobody waits for user code any more. */
    enum Cancellation {
        /** Somebody else owns the head, or it is gone. */
        SUPERSEDED,
        /** It ran past its limit. */
        TIME_LIMIT,
        /** The worker shuts down. */
        SHUTDOWN
    }

    private enum Phase {
        RUNNING,
        SETTLING,
        OVER
    }

    /** How long user code may take to come back after its interrupt, before the attempt goes on without it. */
    static final Duration UNWIND = Duration.ofSeconds(1);

    final SessionWork session;
    final ConsumerSlots consumer;
    final Head head;
    final AttemptRef ref;

    private final Dispatcher dispatcher;
    private final BriefLock lock = new BriefLock();
    private Phase phase = Phase.RUNNING;
    private @Nullable Cancellation cancellation;
    private boolean userCode = true;
    private Platform.@Nullable Task task;
    private Platform.@Nullable Timer limit;
    /** Decided before the first try to complete and kept for all: a lost answer may have claimed the next head. */
    private @Nullable ClaimNext next;

    private boolean nextDecided;

    Attempt(Dispatcher dispatcher, SessionWork session, ConsumerSlots consumer, Head head) {
        this.dispatcher = dispatcher;
        this.session = session;
        this.consumer = consumer;
        this.head = head;
        this.ref = head.attempt();
    }

    String sessionId() {
        return session.id;
    }

    boolean isCancelled() {
        lock.lock();
        try {
            return cancellation != null || phase == Phase.OVER;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing that user code does counts any more. */
    boolean isOver() {
        lock.lock();
        try {
            return phase == Phase.OVER || !userCode;
        } finally {
            lock.unlock();
        }
    }

    /** Whether its completion asked for the next head. */
    boolean askedForNext() {
        return next != null;
    }

    void start() {
        String name = "a2 " + sessionId() + " " + ref.consumer() + "#" + ref.index();
        Platform.Task started;
        try {
            started = dispatcher.platform().start(name, this);
        } catch (Throwable e) {
            dispatcher.observer().storeFailed("starting a handler", e);
            userCodeEnded(new Verdict.GiveBack(false));
            return;
        }
        Duration time = dispatcher.runner().timeLimit(ref.consumer());
        Platform.Timer timer = time == null ? null : dispatcher.platform().after(time, name + " limit", this::timeIsUp);
        lock.lock();
        try {
            if (userCode) {
                task = started;
                limit = timer;
                if (cancellation != null) {
                    started.interrupt();
                }
                return;
            }
        } finally {
            lock.unlock();
        }
        if (timer != null) {
            timer.cancel();
        }
    }

    @Override
    public void run() {
        dispatcher.observer().attemptStarted(sessionId(), ref);
        Verdict verdict = dispatcher.runner().run(this);
        userCodeEnded(verdict);
    }

    private void userCodeEnded(Verdict verdict) {
        boolean late;
        Cancellation why;
        lock.lock();
        try {
            userCode = false;
            task = null;
            // Whoever interrupted it meant user code.
            Thread.interrupted();
            if (limit != null) {
                limit.cancel();
            }
            why = cancellation;
            late = phase != Phase.RUNNING;
            if (!late) {
                phase = Phase.SETTLING;
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            dispatcher.slotIsFree(this);
        } else {
            settle(verdict, why);
        }
    }

    private void settle(Verdict verdict, @Nullable Cancellation why) {
        if (why == Cancellation.SUPERSEDED) {
            over(Ending.SUPERSEDED);
        } else if (why == Cancellation.TIME_LIMIT) {
            settle(outOfTime(), 0);
        } else if (why == Cancellation.SHUTDOWN && verdict instanceof Verdict.Fail) {
            giveBack();
        } else {
            settle(verdict, 0);
        }
    }

    /** Interrupts user code, if it still runs. */
    void cancel(Cancellation why) {
        lock.lock();
        try {
            if (phase == Phase.RUNNING && cancellation == null) {
                cancellation = why;
                if (task != null) {
                    task.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void timeIsUp() {
        cancel(Cancellation.TIME_LIMIT);
        dispatcher.platform().after(UNWIND, "a2 attempt goes on", this::goOnWithoutUserCode);
    }

    /** User code does not heed its interrupt: the head must not wait for it. */
    private void goOnWithoutUserCode() {
        lock.lock();
        try {
            if (phase != Phase.RUNNING || cancellation != Cancellation.TIME_LIMIT) {
                return;
            }
            phase = Phase.SETTLING;
        } finally {
            lock.unlock();
        }
        settle(outOfTime(), 0);
    }

    private Verdict.Fail outOfTime() {
        Duration time = dispatcher.runner().timeLimit(ref.consumer());
        return dispatcher
                .runner()
                .failed(this, new HandlerTimeoutException("the handler ran past its time limit of " + time));
    }

    /** Ends it at the end of a shutdown, which gives its claim back; whether it was not over yet. */
    boolean abandon() {
        lock.lock();
        try {
            if (phase == Phase.OVER) {
                return false;
            }
            phase = Phase.OVER;
        } finally {
            lock.unlock();
        }
        dispatcher.observer().attemptEnded(sessionId(), ref, Ending.RELEASED);
        return true;
    }

    private void giveBack() {
        dispatcher.upkeep().giveBack(sessionId(), List.of(head));
        over(Ending.RELEASED);
    }

    // ---- settling

    private void settle(Verdict verdict, int failures) {
        if (!isSettling()) {
            return;
        }
        try {
            switch (verdict) {
                case Verdict.Complete complete -> complete(complete);
                case Verdict.Fail fail -> fail(fail);
                case Verdict.GiveBack unhandled -> {
                    if (unhandled.foreign()) {
                        dispatcher.declined(this);
                    }
                    giveBack();
                }
            }
        } catch (StoreException e) {
            if (mayPass(e)) {
                settleLater(verdict, failures + 1, e);
            } else if (verdict instanceof Verdict.Complete) {
                settle(dispatcher.runner().failed(this, e), 0);
            } else {
                dispatcher.observer().storeFailed("failing an attempt", e);
                over(Ending.RELEASED);
            }
        } catch (Throwable e) {
            settleLater(verdict, failures + 1, e);
        }
    }

    private boolean isSettling() {
        lock.lock();
        try {
            return phase == Phase.SETTLING;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the same call may succeed later; if not, it is the returned events that are wrong. */
    private static boolean mayPass(StoreException e) {
        return e.code() == ErrorCode.STORE_UNAVAILABLE || e.code() == ErrorCode.STORE_NOT_CONFIGURED;
    }

    private void settleLater(Verdict verdict, int failures, Throwable error) {
        dispatcher.observer().storeFailed("ending an attempt", error);
        dispatcher.platform().after(dispatcher.backoff().after(failures), "a2 settle", () -> settle(verdict, failures));
    }

    private void complete(Verdict.Complete verdict) {
        if (!nextDecided) {
            next = dispatcher.claimNext(this);
            nextDecided = true;
        }
        CompleteResult result = dispatcher
                .store()
                .completeAttempt(new CompleteRequest(sessionId(), ref, verdict.events(), dispatcher.served(), next));
        switch (result) {
            case CompleteResult.Completed completed ->
                over(new Ended(
                        Ending.COMPLETED, completed.next(), dispatcher.runner().consumersOf(verdict), null));
            case CompleteResult.Superseded superseded -> over(Ending.SUPERSEDED);
        }
    }

    private void fail(Verdict.Fail verdict) {
        When retryAt = verdict.retryAfter().isZero() ? null : When.after(verdict.retryAfter());
        FailResult result = dispatcher
                .store()
                .failAttempt(new FailRequest(sessionId(), ref, verdict.error(), verdict.maxFailures(), retryAt));
        switch (result.outcome()) {
            case FAILED -> over(new Ended(Ending.FAILED, null, Set.of(), verdict.retryAfter()));
            case SUPERSEDED -> over(Ending.SUPERSEDED);
            case DEAD_LETTERED -> {
                dispatcher.observer().deadLettered(sessionId(), ref, verdict.error());
                over(Ending.DEAD_LETTERED);
            }
        }
    }

    /**
     * What the dispatcher must know about the end.
     *
     * @param next the cursor's next head, claimed for this worker
     * @param consumers who may have work from it
     * @param retryAfter when the head is free again, if it is to be tried again
     */
    record Ended(
            Ending ending,
            @Nullable Head next,
            Set<String> consumers,
            @Nullable Duration retryAfter) {
        /** The next head, if there is one. */
        List<Head> claimed() {
            return next == null ? List.of() : List.of(next);
        }
    }

    private void over(Ending ending) {
        over(new Ended(ending, null, Set.of(), null));
    }

    private void over(Ended ended) {
        boolean abandoned;
        boolean freesSlot;
        lock.lock();
        try {
            abandoned = phase == Phase.OVER;
            phase = Phase.OVER;
            freesSlot = !userCode;
        } finally {
            lock.unlock();
        }
        if (abandoned) {
            // The call took longer than the shutdown, and may have claimed a head that nobody runs.
            dispatcher.upkeep().giveBack(sessionId(), ended.claimed());
            return;
        }
        dispatcher.observer().attemptEnded(sessionId(), ref, ended.ending());
        dispatcher.ended(this, ended, freesSlot);
    }
}

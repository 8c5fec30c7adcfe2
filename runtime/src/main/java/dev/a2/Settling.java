package dev.a2;

import dev.a2.store.AppendRequest;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits until nothing that a contract serves is left to do in a session (RT-14). */
final class Settling {
    private static final Duration FIRST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    private final A2<?> a2;
    private final String sessionId;
    private final Served consumers;
    private final Served timers = Served.named(Reserved.TIMERS);

    Settling(A2<?> a2, String sessionId) {
        this.a2 = a2;
        this.sessionId = sessionId;
        List<ServedConsumer> all = a2.contract().served().list();
        this.consumers = new Served(
                all == null
                        ? List.of()
                        : all.stream()
                                .filter(consumer -> !consumer.name().equals(Reserved.TIMERS))
                                .toList());
    }

    /** Waits; whether it settled in time. */
    boolean await(Duration limit) {
        Platform platform = a2.options().platform();
        Gate gate = platform.newGate();
        long start = platform.nanoTime();
        Dispatcher dispatcher = a2.dispatcher();
        if (dispatcher != null) {
            dispatcher.watchers().add(sessionId, gate);
        }
        Subscription wakeups = a2.patience().call(() -> a2.store().subscribe(sessionId, new Opener(gate)));
        try {
            Duration wait = FIRST_WAIT;
            boolean told = false;
            // As long as something goes on here, news need no look at the store: more follow.
            while (told && dispatcher != null && dispatcher.isBusyWith(sessionId) || !isSettled()) {
                Duration left = limit.minusNanos(platform.nanoTime() - start);
                if (left.isNegative() || left.isZero()) {
                    return false;
                }
                told = Patience.await(gate, wait.compareTo(left) < 0 ? wait : left);
                wait = told || wait.compareTo(LONGEST_WAIT) >= 0 ? wait : wait.multipliedBy(2);
            }
            return true;
        } finally {
            wakeups.close();
            if (dispatcher != null) {
                dispatcher.watchers().remove(sessionId, gate);
            }
        }
    }

    private boolean isSettled() {
        return !isPending(consumers) && !(isPending(timers) && isTimerDue());
    }

    /** Appending nothing tells whether somebody has work (APP-2). */
    private boolean isPending(Served served) {
        AppendRequest nothing = AppendRequest.of(sessionId, List.of()).serving(served);
        return a2.patience().call(() -> a2.store().append(nothing)).hasPending();
    }

    private boolean isTimerDue() {
        Instant now = a2.options().platform().clock().instant();
        return a2.patience().call(() -> a2.store().cursors(sessionId)).stream()
                .filter(cursor -> cursor.consumer().equals(Reserved.TIMERS) && cursor.head() != null)
                .map(Cursor::dispatch)
                .anyMatch(timer -> isDue(timer, now));
    }

    private static boolean isDue(Dispatch timer, Instant now) {
        @Nullable Instant free = timer.claimExpiresAt();
        return timer.failedAt() == null && (timer.claimHolder() != null || free == null || !free.isAfter(now));
    }

    /** Whatever happens to the log may have settled it. */
    private record Opener(Gate gate) implements Wakeups.Listener {
        @Override
        public void onWakeup(Wakeup wakeup) {
            gate.open();
        }

        @Override
        public void onGap() {
            gate.open();
        }
    }
}

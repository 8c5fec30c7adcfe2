package dev.a2;

import dev.a2.store.Head;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ends a dispatcher (RT-11): waits until its attempts are over, then interrupts those that are not, waits a little more,
 * and gives the claims of the rest back. Renewals go on until then, so nobody else starts what still runs here (F35).
 */
final class Shutdown {
    private final Dispatcher dispatcher;
    private final Gate quiet;

    Shutdown(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        this.quiet = dispatcher.platform().newGate();
    }

    /** Something ended. */
    void tell() {
        quiet.open();
    }

    void run(Duration grace) {
        if (!awaitQuiet(grace)) {
            dispatcher.attempts().forEach(attempt -> attempt.cancel(Attempt.Cancellation.SHUTDOWN));
            awaitQuiet(Attempt.UNWIND);
        }
        Map<String, List<Head>> rest = new LinkedHashMap<>();
        for (Attempt attempt : dispatcher.attempts()) {
            if (attempt.abandon()) {
                rest.computeIfAbsent(attempt.sessionId(), id -> new ArrayList<>())
                        .add(attempt.head);
            }
        }
        rest.forEach(dispatcher.upkeep()::giveBack);
    }

    private boolean awaitQuiet(Duration time) {
        Platform platform = dispatcher.platform();
        long start = platform.nanoTime();
        while (!dispatcher.isQuiet()) {
            Duration left = time.minusNanos(platform.nanoTime() - start);
            if (left.isNegative() || left.isZero()) {
                return false;
            }
            try {
                quiet.await(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}

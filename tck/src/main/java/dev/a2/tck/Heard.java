package dev.a2.tck;

import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what it hears. */
final class Heard implements Wakeups.Listener {
    private final List<Wakeup> wakeups = new CopyOnWriteArrayList<>();
    private final AtomicInteger gaps = new AtomicInteger();

    @Override
    public void onWakeup(Wakeup wakeup) {
        wakeups.add(wakeup);
    }

    @Override
    public void onGap() {
        gaps.incrementAndGet();
    }

    List<Wakeup> wakeups() {
        return wakeups;
    }

    int gaps() {
        return gaps.get();
    }

    /** Waits until this many were heard, and returns the last of them. */
    Wakeup await(int count) {
        Together.until("wake-up number " + count + " is heard, after " + wakeups, () -> wakeups.size() >= count);
        return wakeups.get(count - 1);
    }
}

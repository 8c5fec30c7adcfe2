package dev.a2.store.sql.postgres;

import dev.a2.store.PresencePatch;
import dev.a2.store.SessionStore;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** All that is heard of the session {@code s} through one store. */
final class Heard implements Wakeups.Listener {
    final Queue<Long> frontiers = new ConcurrentLinkedQueue<>();
    final AtomicInteger gaps = new AtomicInteger();
    final AtomicInteger work = new AtomicInteger();
    final Queue<PresencePatch> patches = new ConcurrentLinkedQueue<>();

    Heard(SessionStore store) {
        store.subscribe("s", this);
        store.subscribeWork(work::incrementAndGet);
        store.subscribePresence("s", patches::add);
    }

    @Override
    public void onWakeup(Wakeup wakeup) {
        frontiers.add(wakeup.frontier());
    }

    @Override
    public void onGap() {
        gaps.incrementAndGet();
    }

    void awaitFrontier(long frontier) {
        Eventually.holds("a wake-up at " + frontier, () -> frontiers.contains(frontier));
    }

    List<String> participants() {
        return patches.stream().map(PresencePatch::participant).toList();
    }

    void awaitPatches(int count) {
        Eventually.holds(count + " patches", () -> patches.size() >= count);
    }
}

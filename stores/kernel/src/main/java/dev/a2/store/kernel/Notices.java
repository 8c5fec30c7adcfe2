package dev.a2.store.kernel;

import dev.a2.store.Event;
import dev.a2.store.PresencePatch;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Tells listeners what happened, here or elsewhere, on the delivery executor: no listener can delay or fail the operation
 * that it hears of (APP-14).
 */
final class Notices implements Signals {
    private static final System.Logger LOG = System.getLogger(Notices.class.getName());

    /** Work is not heard of by session. */
    private static final String ANY = "";

    private final RowStore rows;
    private final Executor delivery;
    private final Hub<Wakeups.Listener> logs = new Hub<>();
    private final Hub<Consumer<PresencePatch>> presence = new Hub<>();
    private final Hub<Runnable> work = new Hub<>();

    Notices(RowStore rows, Executor delivery) {
        this.rows = rows;
        this.delivery = delivery;
    }

    /** CMP-6, APP-3: a replay's wake-up is bare, for the first try may have died before its own. */
    void appended(String sessionId, List<Event> events, boolean replayed) {
        if (!events.isEmpty()) {
            long last = events.get(events.size() - 1).index();
            wake(replayed ? new Wakeup(sessionId, last, List.of()) : Wakeup.carrying(sessionId, events));
        }
        workCameUp();
    }

    /** CLR-5. */
    void cleared(String sessionId, Clearing.Outcome outcome) {
        if (outcome.marker() != null) {
            wake(Wakeup.carrying(sessionId, List.of(outcome.marker())));
        } else if (outcome.wakes()) {
            wake(new Wakeup(sessionId, outcome.result().index(), List.of()));
        }
    }

    /** TRF-4. */
    void imported(String sessionId, long frontier) {
        wake(new Wakeup(sessionId, frontier, List.of()));
        workCameUp();
    }

    private void wake(Wakeup wakeup) {
        rows.announce(wakeup);
        woke(wakeup);
    }

    Subscription subscribe(String sessionId, Wakeups.Listener listener) {
        Subscription subscription = logs.add(sessionId, listener);
        deliver(() -> logs.tell(listener, Wakeups.Listener::onGap));
        return subscription;
    }

    Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
        return presence.add(sessionId, listener);
    }

    Subscription subscribeWork(Runnable listener) {
        return work.add(ANY, listener);
    }

    @Override
    public Set<String> watchedLogs() {
        return logs.sessions();
    }

    @Override
    public Set<String> watchedPresence() {
        return presence.sessions();
    }

    @Override
    public boolean watchesWork() {
        return work.listens(ANY);
    }

    @Override
    public void woke(Wakeup wakeup) {
        if (logs.listens(wakeup.sessionId())) {
            deliver(() -> logs.tell(wakeup.sessionId(), listener -> listener.onWakeup(wakeup)));
        }
    }

    @Override
    public void applied(PresencePatch patch) {
        if (presence.listens(patch.sessionId())) {
            deliver(() -> presence.tell(patch.sessionId(), listener -> listener.accept(patch)));
        }
    }

    @Override
    public void workCameUp() {
        if (work.listens(ANY)) {
            deliver(() -> work.tell(ANY, Runnable::run));
        }
    }

    @Override
    public void missed() {
        deliver(() -> logs.tellAll(Wakeups.Listener::onGap));
        workCameUp();
    }

    /** What cannot be delivered is lost, as any hint may be. */
    private void deliver(Runnable message) {
        try {
            delivery.execute(message);
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "a hint could not be delivered", e);
        }
    }

    void close() {
        logs.clear();
        presence.clear();
        work.clear();
    }
}

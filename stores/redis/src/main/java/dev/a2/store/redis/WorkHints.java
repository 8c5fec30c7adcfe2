package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells listeners that work may have come up, here and in other processes. Those hear of it by a message that says nothing but
 * who sent it; what comes up while one is about to go out shares it, so its cost does not grow with the calls.
 */
final class WorkHints {
    /** Pollers look no sooner anyway. */
    private static final long SHORTEST_GAP_MS = 5;
    /** Where each message is paid for. */
    private static final long SHORTEST_GAP_OVER_HTTP_MS = 50;

    private final Commands commands;
    private final Ear ear;
    private final String channel;
    private final String source;
    private final long gapMs;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean due = new AtomicBoolean();
    private final AtomicBoolean telling = new AtomicBoolean();

    WorkHints(Commands commands, Ear ear, Keys keys, RedisOptions options) {
        this.commands = commands;
        this.ear = ear;
        this.channel = keys.workChannel();
        this.source = options.source();
        this.gapMs = options.rest() == null ? SHORTEST_GAP_MS : SHORTEST_GAP_OVER_HTTP_MS;
    }

    Subscription subscribe(Runnable listener) {
        Subscription toOthers = ear.listen(channel, new Ear.Listener() {
            @Override
            public void onMessage(String message) {
                if (!message.equals(source)) {
                    listener.run();
                }
            }

            @Override
            public void onGap() {
                listener.run();
            }
        });
        listeners.add(listener);
        return () -> {
            listeners.remove(listener);
            toOthers.close();
        };
    }

    void workCameUp() {
        for (Runnable listener : listeners) {
            ear.delivery().execute(listener);
        }
        due.set(true);
        if (telling.compareAndSet(false, true)) {
            Thread.ofVirtual().name("a2-redis-work-hints").start(this::tellOthers);
        }
    }

    private void tellOthers() {
        do {
            while (due.getAndSet(false)) {
                publish();
                pause();
            }
            telling.set(false);
        } while (due.get() && telling.compareAndSet(false, true));
    }

    private void publish() {
        try {
            commands.send(Command.bytes(channel), List.of(Command.of("PUBLISH", channel, source)));
        } catch (StoreException e) {
            // It is found a little later then.
        }
    }

    private void pause() {
        try {
            Thread.sleep(gapMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

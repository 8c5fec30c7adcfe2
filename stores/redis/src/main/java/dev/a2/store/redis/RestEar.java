package dev.a2.store.redis;

import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Listens to channels over a stream of server-sent events for each, up to a number of streams. Channels beyond that wait for one
 * to become free; until then their listeners are told of a gap now and then, so that they look for themselves.
 */
final class RestEar implements Ear {
    private static final System.Logger LOG = System.getLogger(RestEar.class.getName());
    private static final long LOOK_SECONDS = 10;

    private final RestHearing.Opener opener;
    private final Duration patience;
    private final RedisOptions.Rest rest;
    private final Delivery delivery = new Delivery("a2-redis-delivery", this::gapForAll);
    private final ConcurrentHashMap<String, Channel> channels = new ConcurrentHashMap<>();
    private final Semaphore streams;
    private final AtomicBoolean complained = new AtomicBoolean();
    private final AtomicLong interruptions = new AtomicLong();
    private volatile boolean closed;

    RestEar(RestHearing.Opener opener, Duration patience, RedisOptions.Rest rest) {
        this.opener = opener;
        this.patience = patience;
        this.rest = rest;
        this.streams = new Semaphore(rest.streams(), true);
        Thread.ofVirtual().name("a2-redis-ear-watch").start(this::watch);
    }

    @Override
    public long interruptions() {
        return interruptions.get();
    }

    @Override
    public Delivery delivery() {
        return delivery;
    }

    @Override
    public Subscription listen(String name, Listener listener) {
        channels.compute(name, (same, known) -> {
            Channel channel = known == null ? new Channel(name) : known;
            channel.listeners.add(listener);
            if (known == null) {
                Thread.ofVirtual().name("a2-redis-ear").start(channel::hear);
            } else if (channel.hearing.isReady()) {
                delivery.execute(listener::onGap);
            }
            return channel;
        });
        return () -> stop(name, listener);
    }

    private void stop(String name, Listener listener) {
        channels.computeIfPresent(name, (same, channel) -> {
            channel.listeners.remove(listener);
            if (!channel.listeners.isEmpty()) {
                return channel;
            }
            channel.end();
            return null;
        });
    }

    private void watch() {
        long tickMs =
                Math.max(1, Math.min(patience.toMillis() / 4, rest.silence().toMillis() / 4));
        while (!closed) {
            pause(tickMs);
            channels.values().forEach(channel -> channel.hearing.watch());
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            // Nobody has a reason to; go on.
        }
    }

    private void complain() {
        if (!complained.getAndSet(true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "more than " + rest.streams() + " channels are listened to; those beyond are looked at every "
                            + LOOK_SECONDS + " s (streams=N in the URL allows more)");
        }
    }

    private void gapForAll() {
        channels.values().forEach(channel -> channel.listeners.forEach(Listener::onGap));
    }

    @Override
    public void close() {
        closed = true;
        channels.values().forEach(Channel::end);
        delivery.close();
    }

    /** A channel that somebody listens to. */
    private final class Channel implements RestHearing.Listener {
        private static final long FIRST_PAUSE_MS = 50;

        final List<Listener> listeners = new CopyOnWriteArrayList<>();
        final RestHearing hearing;
        private long pauseMs = FIRST_PAUSE_MS; // of the thread that hears
        private volatile boolean ended;

        Channel(String name) {
            this.hearing = new RestHearing(name, opener, patience, rest.silence());
        }

        /** One thread does only this. */
        void hear() {
            if (!streams.tryAcquire()) {
                complain();
                do {
                    tellOfGap();
                    if (isOver()) {
                        return;
                    }
                } while (!isTurn());
            }
            while (!isOver()) {
                RestHearing.End end = hearing.run(this);
                if (end != RestHearing.End.AS_MEANT) {
                    interruptions.addAndGet(end == RestHearing.End.BROKEN ? 1 : 0);
                    pause(pauseMs);
                    pauseMs = Math.min(pauseMs * 2, TimeUnit.SECONDS.toMillis(LOOK_SECONDS));
                    tellOfGap();
                }
            }
            streams.release();
        }

        private boolean isTurn() {
            try {
                return streams.tryAcquire(LOOK_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                return false;
            }
        }

        private boolean isOver() {
            return ended || closed;
        }

        void end() {
            ended = true;
            hearing.end();
        }

        @Override
        public void onReady() {
            pauseMs = FIRST_PAUSE_MS;
            tellOfGap();
        }

        private void tellOfGap() {
            listeners.forEach(listener -> delivery.execute(listener::onGap));
        }

        @Override
        public void onMessage(String message) {
            listeners.forEach(listener -> delivery.execute(() -> listener.onMessage(message)));
        }
    }
}

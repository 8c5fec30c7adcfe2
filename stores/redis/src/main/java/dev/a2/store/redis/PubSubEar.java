package dev.a2.store.redis;

import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;

/**
 * Listens to channels over a connection of its own, which it makes anew whenever it breaks or falls silent. Each time the server
 * confirms a channel, its listeners are told of a gap: whatever was sent before is lost.
 */
final class PubSubEar implements Ear {
    private static final System.Logger LOG = System.getLogger(Ear.class.getName());
    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 1_000;

    private final Supplier<Connection> connections;
    private final Duration patience;
    private final Delivery delivery = new Delivery("a2-redis-delivery", this::gapForAll);
    private final ConcurrentHashMap<String, List<Listener>> listeners = new ConcurrentHashMap<>();
    /** What keeps the connection in use while nobody listens. */
    private final String home;

    private final Object starting = new Object();
    private boolean started;
    private final AtomicLong interruptions = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable Hearing hearing;

    PubSubEar(Supplier<Connection> connections, Duration patience, String home) {
        this.connections = connections;
        this.patience = patience;
        this.home = home;
    }

    /** How often its connection broke, or could not be made. */
    @Override
    public long interruptions() {
        return interruptions.get();
    }

    @Override
    public Delivery delivery() {
        return delivery;
    }

    @Override
    public Subscription listen(String channel, Listener listener) {
        listeners.compute(channel, (name, list) -> {
            List<Listener> some = list == null ? new CopyOnWriteArrayList<>() : list;
            some.add(listener);
            return some;
        });
        start();
        Hearing now = hearing;
        if (now != null) {
            now.alsoTo(channel);
        }
        return () -> stop(channel, listener);
    }

    private void stop(String channel, Listener listener) {
        listeners.computeIfPresent(channel, (name, list) -> {
            list.remove(listener);
            if (!list.isEmpty()) {
                return list;
            }
            Hearing now = hearing;
            if (now != null) {
                now.noMoreTo(channel);
            }
            return null;
        });
    }

    private void start() {
        synchronized (starting) {
            if (!started) {
                started = true;
                Thread.ofVirtual().name("a2-redis-ear").start(this::hear);
                Thread.ofVirtual().name("a2-redis-ear-watch").start(this::watch);
            }
        }
    }

    private void hear() {
        long pauseMs = FIRST_PAUSE_MS;
        while (!closed) {
            try (Connection connection = connections.get()) {
                Hearing now = new Hearing(connection);
                hearing = now;
                if (closed) {
                    return;
                }
                pauseMs = FIRST_PAUSE_MS;
                now.proceed(connection, now.channels());
            } catch (RuntimeException e) {
                if (!closed) {
                    LOG.log(System.Logger.Level.DEBUG, "listening broke off", e);
                }
            }
            hearing = null;
            interruptions.incrementAndGet();
            pause(pauseMs);
            pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        }
    }

    /** A connection that swallows everything looks like one on which nothing happens, but for the answers to our pings. */
    private void watch() {
        long beatMs = Math.max(1, patience.toMillis() / 2);
        while (!closed) {
            pause(beatMs);
            Hearing now = hearing;
            if (now != null) {
                now.beat(beatMs);
            }
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            // Nobody has a reason to; go on.
        }
    }

    private void gapForAll() {
        listeners.values().forEach(list -> list.forEach(Listener::onGap));
    }

    @Override
    public void close() {
        closed = true;
        listeners.clear();
        delivery.close();
        Hearing now = hearing;
        if (now != null) {
            now.end();
        }
    }

    /** One connection's life. */
    private final class Hearing extends JedisPubSub {
        private final Connection connection;
        private final Set<String> first = new HashSet<>(listeners.keySet());
        private volatile boolean ready;
        private volatile long heardNanos = System.nanoTime();

        Hearing(Connection connection) {
            this.connection = connection;
        }

        String[] channels() {
            List<String> channels = new ArrayList<>(first);
            channels.add(home);
            return channels.toArray(String[]::new);
        }

        /** Before the first answer came nothing more can be sent; what is missing then follows that answer. */
        void alsoTo(String channel) {
            if (ready) {
                attempt(() -> subscribe(channel));
            }
        }

        void noMoreTo(String channel) {
            if (ready && !channel.equals(home)) {
                attempt(() -> unsubscribe(channel));
            }
        }

        void beat(long beatMs) {
            if (System.nanoTime() - heardNanos > 3 * beatMs * 1_000_000) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the connection that listens fell silent, wake-ups were lost; another one is made");
                end();
            } else if (ready) {
                attempt(this::ping);
            }
        }

        void end() {
            attempt(connection::disconnect);
        }

        /** What fails here fails for the reader too, who then connects anew and subscribes to everything. */
        private void attempt(Runnable action) {
            try {
                action.run();
            } catch (RuntimeException e) {
                connection.setBroken();
            }
        }

        @Override
        public void onMessage(String channel, String message) {
            heardNanos = System.nanoTime();
            for (Listener listener : listeners.getOrDefault(channel, List.of())) {
                delivery.execute(() -> listener.onMessage(message));
            }
        }

        @Override
        public void onSubscribe(String channel, int count) {
            heardNanos = System.nanoTime();
            if (channel.equals(home)) {
                ready = true;
                listeners.keySet().stream().filter(one -> !first.contains(one)).forEach(this::alsoTo);
            }
            for (Listener listener : listeners.getOrDefault(channel, List.of())) {
                delivery.execute(listener::onGap);
            }
        }

        @Override
        public void onPong(String pattern) {
            heardNanos = System.nanoTime();
        }
    }
}

package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Feeds whose reads, wake-ups and closings overlap in any order, while wake-ups are lost and calls fail. */
class FeedInterleavingTest {
    private static final String SESSION = "s";
    private static final Duration SAFETY = Duration.ofSeconds(5);
    /** Some calls' time: when all goes well, nobody waits for the safety poll. */
    private static final Duration SOON = Duration.ofSeconds(2);
    /** A page that was read at once, or a full buffer. */
    private static final int MOST_BUFFERED = EventLog.FEED_PAGE;

    private final List<Reader> readers = new ArrayList<>();
    private SplittableRandom random = new SplittableRandom();
    private boolean stormy = true;
    /** Subscriptions that are open. */
    private int listening;

    private int calls;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("a2.feeds.seeds", 60));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName(
            "I13, FEED-4, FEED-5 whatever overlaps, each reader sees everything once and in order, and holds little")
    void overlapping(long seed) {
        random = new SplittableRandom(seed);
        try (World world = new World(new BatonPlatform(seed, Duration.ofMillis(300)))) {
            FeedHub hub = new FeedHub(lossy(world), world.platform, new Observer(new A2Listener() {}), SAFETY);
            SessionStore writer = world.store();
            for (int step = 0; step < 120; step++) {
                step(world, hub, writer);
                readers.forEach(Reader::check);
            }
            stormy = false;
            world.advance(SAFETY.multipliedBy(3));

            allSeen(writer);
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 4; i++) {
                    append(writer, 1 + random.nextInt(2));
                    world.stir();
                }
                world.advance(SOON);
                allSeen(writer);
            }
            idle(world);
            end(world, hub);
        }
    }

    private void allSeen(SessionStore writer) {
        long frontier = writer.bounds(SESSION).frontier();
        assertThat(readers).allSatisfy(reader -> {
            reader.check();
            assertThat(reader.cursor.isClosed() || reader.last >= frontier).isTrue();
        });
    }

    /** Who has nothing to do polls, and no more. */
    private void idle(World world) {
        world.advance(SAFETY);
        calls = 0;
        world.advance(SAFETY.multipliedBy(3));
        assertThat(calls).isLessThanOrEqualTo(4);
    }

    private void end(World world, FeedHub hub) {
        for (Reader reader : readers) {
            if (random.nextBoolean()) {
                reader.close();
            }
            world.stir();
        }
        hub.close();
        world.advance(SAFETY);
        assertThat(readers).allMatch(reader -> reader.cursor.isClosed() && reader.ended);
        assertThat(hub.size()).isZero();
        assertThat(listening).isZero();
    }

    private void step(World world, FeedHub hub, SessionStore writer) {
        world.stir();
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> append(writer, 1 + random.nextInt(3));
            case 3 -> append(writer, 200);
            case 4 -> {
                if (random.nextInt(4) == 0) {
                    writer.clear(ClearRequest.of(SESSION));
                }
            }
            case 5, 6 -> {
                long frontier = writer.bounds(SESSION).frontier();
                readers.add(new Reader(world, hub, random.nextLong(frontier + 3), random.nextBoolean()));
            }
            case 7 -> {
                if (!readers.isEmpty()) {
                    readers.get(random.nextInt(readers.size())).close();
                }
            }
            case 8 -> world.advance(Duration.ofMillis(random.nextInt(2_000)));
            case 9 -> world.drain();
            default -> {}
        }
    }

    private static void append(SessionStore writer, int events) {
        List<NewEvent> some = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            some.add(NewEvent.of(null, "said", Json.NULL));
        }
        writer.append(AppendRequest.of(SESSION, some));
    }

    /** One who reads at a pace of its own, and notices at once what does not follow. */
    private final class Reader {
        final FeedCursor cursor;
        private final Platform platform;
        private final Gate gate;
        private final boolean slow;
        long last;
        boolean ended;
        private int seen;
        private int seenWhenClosed = -1;

        Reader(World world, FeedHub hub, long after, boolean slow) {
            this.platform = world.platform;
            this.gate = platform.newGate();
            this.slow = slow;
            this.last = after;
            this.cursor = hub.open(SESSION, after, gate::open);
            platform.start("reader", this::read);
        }

        private void read() {
            try {
                while (!cursor.isClosed()) {
                    for (Event event = cursor.take(); event != null; event = cursor.take()) {
                        see(event);
                    }
                    gate.await(Duration.ofDays(1));
                }
                ended = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private void see(Event event) throws InterruptedException {
            boolean marker = event.type().equals(Reserved.CLEAR_TYPE);
            assertThat(event.index()).satisfies(index -> {
                assertThat(index).isGreaterThan(last);
                assertThat(marker || index == last + 1).isTrue();
            });
            last = event.index();
            seen++;
            if (slow && stormy && random.nextInt(20) == 0) {
                platform.newGate().await(Duration.ofMillis(random.nextInt(1_000)));
            }
        }

        void close() {
            if (seenWhenClosed < 0) {
                seenWhenClosed = seen;
            }
            cursor.close();
        }

        void check() {
            assertThat(cursor.buffered()).isLessThanOrEqualTo(MOST_BUFFERED);
            if (seenWhenClosed >= 0) {
                assertThat(seen).isEqualTo(seenWhenClosed);
                assertThat(cursor.buffered()).isZero();
            }
        }
    }

    /** Loses one call in ten while it storms, and does as it likes with wake-ups. */
    private SessionStore lossy(World world) {
        SessionStore real = world.store;
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, args) -> {
                    if (method.getName().equals("subscribeLosses")) {
                        return method.invoke(real, args);
                    }
                    calls++;
                    if (stormy && random.nextInt(10) == 0) {
                        throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, "refused", null);
                    }
                    try {
                        if (method.getName().equals("subscribe")) {
                            return subscribe(world, (Wakeups.Listener) args[1]);
                        }
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private Subscription subscribe(World world, Wakeups.Listener listener) {
        Subscription subscription = world.store.subscribe(SESSION, new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                deliver(world, wakeup, listener);
            }

            @Override
            public void onGap() {
                listener.onGap();
            }
        });
        listening++;
        boolean[] open = {true};
        return () -> {
            subscription.close();
            listening -= open[0] ? 1 : 0;
            open[0] = false;
        };
    }

    private void deliver(World world, Wakeup wakeup, Wakeups.Listener listener) {
        switch (stormy ? random.nextInt(8) : random.nextInt(2)) {
            case 0 -> listener.onWakeup(new Wakeup(SESSION, wakeup.frontier(), List.of()));
            case 2 -> {}
            case 3 -> {
                listener.onWakeup(wakeup);
                listener.onWakeup(wakeup);
            }
            case 4, 5 -> {
                Duration late = Duration.ofMillis(random.nextInt(3_000));
                world.platform.after(late, "late wake-up", () -> listener.onWakeup(wakeup));
            }
            default -> listener.onWakeup(wakeup);
        }
    }
}

package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class FeedRules {
    sealed interface Note {}

    record Said(String text) implements Note {}

    private static final Duration NOW = Duration.ZERO;
    private static final Duration SAFETY = Duration.ofSeconds(5);

    private final World world;
    private final FaultyStore calls;
    private final Contract<Note> contract = Contract.of("notes", Note.class).build();

    FeedRules(World world) {
        this.world = world;
        this.calls = new FaultyStore(world.store);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private A2<Note> open(SessionStore store) {
        return world.open(contract, store, world.options().workers(false));
    }

    private static <T> List<T> available(FeedReader<T> reader) {
        List<T> items = new ArrayList<>();
        for (Optional<T> next = reader.poll(NOW); next.isPresent(); next = reader.poll(NOW)) {
            items.add(next.get());
        }
        return items;
    }

    private static List<Long> indexes(FeedReader<Event> reader) {
        return available(reader).stream().map(Event::index).toList();
    }

    private static List<Long> range(long from, long through) {
        return LongStream.rangeClosed(from, through).boxed().toList();
    }

    private static void say(Session<Note> session, int times) {
        for (int i = 0; i < times; i++) {
            session.append(new Said("word"));
        }
    }

    @Test
    @DisplayName("FEED-1 a feed begins where it is told to and goes on live, typed or raw")
    void beginsAndGoesOn() {
        Session<Note> session = open(world.store).session("s");
        say(session, 3);
        try (FeedReader<Recorded<Note>> typed = session.feed(1).open();
                FeedReader<Event> raw = session.rawFeed(0).open()) {
            world.drain();
            session.appendRaw("martian", Json.of("[1 ,2]"));
            session.append(new Said("last"));
            world.drain();

            assertThat(available(typed)).extracting(Recorded::index).containsExactly(2L, 3L, 5L);
            List<Event> all = available(raw);
            assertThat(all).extracting(Event::index).containsExactlyElementsOf(range(1, 5));
            assertThat(all.get(3).payload().text()).isEqualTo("[1 ,2]");
            assertThat(typed.position()).isEqualTo(5);
        }
    }

    @Test
    @DisplayName("FEED-2 a caught-up feed applies what wake-ups carry without reading the store")
    void readsNothing() {
        Session<Note> session = open(calls.store()).session("s");
        say(session, 3);
        try (FeedReader<Event> reader = session.rawFeed(0).open()) {
            world.drain();
            assertThat(indexes(reader)).isEqualTo(range(1, 3));
            world.drain();
            calls.calls.clear();

            say(session, 20);
            world.drain();

            assertThat(indexes(reader)).isEqualTo(range(4, 23));
            assertThat(calls.calls).containsOnly("append");
        }
    }

    @Test
    @DisplayName("FEED-3 many feeds of a session share one subscription and one read")
    void shared() {
        Lossy lossy = new Lossy(calls.store(), message -> message);
        A2<Note> a2 = open(lossy.store());
        Session<Note> session = a2.session("s");
        List<FeedReader<Event>> readers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            readers.add(session.rawFeed(0).open());
        }
        world.drain();
        readers.forEach(reader -> assertThat(available(reader)).isEmpty());
        calls.calls.clear();
        lossy.change = message -> List.of();
        say(session, 10);
        world.drain();
        lossy.change = message -> message;
        say(session, 1);
        world.drain();

        readers.forEach(reader -> assertThat(indexes(reader)).isEqualTo(range(1, 11)));
        assertThat(calls.count("readFeedPage")).isEqualTo(1);
        assertThat(calls.count("subscribe")).isZero();
        assertThat(lossy.listeners).hasSize(1);
        readers.forEach(FeedReader::close);
        assertThat(lossy.listeners).isEmpty();
        assertThat(a2.feeds().size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("I13 a feed is gapless whatever happens to wake-ups: dropped, doubled, reordered, invented, bare")
    void gapless(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Wakeup> held = new ArrayList<>();
        Lossy lossy = new Lossy(world.store, message -> {
            List<Wakeup> out = new ArrayList<>();
            Wakeup wakeup = message.get(0);
            switch (random.nextInt(6)) {
                case 0 -> {}
                case 1 -> held.add(wakeup);
                case 2 -> out.addAll(List.of(wakeup, wakeup));
                case 3 -> out.add(new Wakeup(wakeup.sessionId(), wakeup.frontier(), List.of()));
                case 4 -> out.add(new Wakeup(wakeup.sessionId(), wakeup.frontier() + 1_000, List.of()));
                default -> out.add(wakeup);
            }
            if (!held.isEmpty() && random.nextInt(3) == 0) {
                out.add(held.remove(random.nextInt(held.size())));
            }
            return out;
        });
        Session<Note> session = open(lossy.store()).session("s");
        List<Long> fast = new ArrayList<>();
        List<Long> pushed = new ArrayList<>();
        try (FeedReader<Event> reader = session.rawFeed(0).open();
                Subscription pushing = session.rawFeed(0).onEach(event -> pushed.add(event.index()))) {
            assertThat(pushing).isNotNull();
            for (int i = 0; i < 300; i++) {
                say(session, 1 + random.nextInt(3));
                if (random.nextInt(4) == 0) {
                    world.drain();
                }
                fast.addAll(indexes(reader));
            }
            world.advance(SAFETY);
            fast.addAll(indexes(reader));
            world.drain();

            long frontier = session.bounds().frontier();
            assertThat(fast).isEqualTo(range(1, frontier));
            assertThat(pushed).isEqualTo(range(1, frontier));
        }
    }

    @Test
    @DisplayName("FEED-2 when all wake-ups are lost, the safety poll bounds the delay")
    void silence() {
        Lossy lossy = new Lossy(world.store, message -> List.of());
        Session<Note> session = open(lossy.store()).session("s");
        try (FeedReader<Event> reader = session.rawFeed(0).open()) {
            world.drain();
            say(session, 2);
            world.drain();
            assertThat(indexes(reader)).isEmpty();

            world.advance(SAFETY);

            assertThat(indexes(reader)).isEqualTo(range(1, 2));
        }
    }

    @Test
    @DisplayName("FEED-4 a slow reader holds a bounded number of events, and misses none")
    void slow() {
        Session<Note> session = open(calls.store()).session("s");
        List<Long> fast = new ArrayList<>();
        try (FeedReader<Event> slow = session.rawFeed(0).open();
                Subscription pushing = session.rawFeed(0).onEach(event -> fast.add(event.index()))) {
            assertThat(pushing).isNotNull();
            world.drain();
            assertThat(indexes(slow)).isEmpty();
            calls.calls.clear();
            for (int i = 0; i < 30; i++) {
                say(session, 100);
                world.drain();
            }

            assertThat(fast).isEqualTo(range(1, 3_000));
            assertThat(calls.count("readFeedPage")).isZero();
            assertThat(indexes(slow)).isEqualTo(range(1, 3_000));
            assertThat(calls.count("readFeedPage")).isBetween(3L, 5L);
            say(session, 1);
            world.drain();
            assertThat(indexes(slow)).isEqualTo(range(3_001, 3_001));
        }
    }

    @Test
    @DisplayName("FEED-1 after a clear, a feed goes on at the marker")
    void clear() {
        Session<Note> session = open(world.store).session("s");
        Lossy deaf = new Lossy(world.store, message -> List.of());
        Session<Note> other = open(deaf.store()).session("s");
        say(session, 5);
        try (FeedReader<Event> live = session.rawFeed(0).open();
                FeedReader<Event> behind = other.rawFeed(0).open()) {
            world.drain();
            assertThat(indexes(live)).isEqualTo(range(1, 5));
            say(session, 5);
            session.clear();
            say(session, 1);
            world.drain();

            assertThat(indexes(live)).isEqualTo(range(6, 12));
            assertThat(indexes(behind)).containsExactly(11L, 12L);
            session.clear();
            say(session, 1);
            world.advance(SAFETY);
            assertThat(indexes(behind)).containsExactly(13L, 14L);
        }
    }

    @Test
    @DisplayName("FEED-1 a feed from beyond the end waits for its index")
    void beyond() {
        Session<Note> session = open(world.store).session("s");
        say(session, 2);
        try (FeedReader<Event> reader = session.rawFeed(4).open()) {
            world.drain();
            say(session, 4);
            world.drain();

            assertThat(indexes(reader)).isEqualTo(range(5, 6));
        }
    }

    @Test
    @DisplayName("F13 feeds of a session that lost acknowledged events are reset, and new ones begin")
    void lostHistory() {
        Session<Note> session = open(calls.store()).session("s");
        Session<Note> other = open(calls.store()).session("other");
        say(session, 3);
        say(other, 1);
        List<Throwable> errors = new ArrayList<>();
        session.rawFeed(0).publisher().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Event event) {}

            @Override
            public void onError(Throwable error) {
                errors.add(error);
            }

            @Override
            public void onComplete() {}
        });
        try (FeedReader<Event> live = session.rawFeed(0).open();
                FeedReader<Event> elsewhere = other.rawFeed(0).open()) {
            world.drain();
            assertThat(indexes(live)).isEqualTo(range(1, 3));
            say(session, 1);
            world.drain();

            calls.loseHistory("s", 2);
            world.drain();

            assertThatThrownBy(() -> live.poll(NOW)).isInstanceOf(HistoryLostException.class);
            assertThatThrownBy(live::hasNext)
                    .isInstanceOfSatisfying(
                            HistoryLostException.class,
                            e -> assertThat(e.lastIndex()).isEqualTo(2));
            assertThat(errors).singleElement().isInstanceOf(HistoryLostException.class);
            try (FeedReader<Event> fresh = session.rawFeed(0).open()) {
                world.drain();
                assertThat(indexes(fresh)).isEqualTo(range(1, 4));
                say(session, 1);
                world.drain();
                assertThat(indexes(fresh)).isEqualTo(range(5, 5));
            }
            assertThat(indexes(elsewhere)).isEqualTo(range(1, 1));
        }
    }

    @Test
    @DisplayName("FEED-2 feeds outlive an outage of the store")
    void outage() {
        Session<Note> session = open(world.store).session("s");
        Session<Note> other = open(calls.store()).session("s");
        calls.down(true);
        try (FeedReader<Event> reader = other.rawFeed(0).open()) {
            world.advance(Duration.ofMinutes(1));
            say(session, 3);
            world.advance(Duration.ofMinutes(1));
            assertThat(indexes(reader)).isEmpty();
            calls.down(false);
            world.advance(Duration.ofSeconds(6));

            assertThat(indexes(reader)).isEqualTo(range(1, 3));
            say(session, 1);
            world.drain();
            assertThat(indexes(reader)).isEqualTo(range(4, 4));
        }
    }

    @Test
    @DisplayName("FEED-5 closing ends a waiting reader, and closing the A2 ends all feeds")
    void closing() {
        A2<Note> a2 = open(world.store);
        Session<Note> session = a2.session("s");
        FeedReader<Event> closed = session.rawFeed(0).open();
        FeedReader<Event> open = session.rawFeed(0).open();
        Ending ending = new Ending(Long.MAX_VALUE);
        session.rawFeed(0).publisher().subscribe(ending);
        world.platform.after(Duration.ofSeconds(3), "closes", closed::close);
        world.platform.after(Duration.ofHours(3), "closes", a2::close);

        assertThat(closed.hasNext()).isFalse();
        assertThat(ending.completed).isFalse();
        assertThat(open.hasNext()).isFalse();
        world.drain();

        assertThat(ending.completed).isTrue();
        assertThat(a2.feeds().size()).isZero();
        assertThat(session.rawFeed(0).open().hasNext()).isFalse();
    }

    @Test
    @DisplayName("RT-14 a publisher gives a subscriber what it asked for, one after the other")
    void publisher() {
        Session<Note> session = open(world.store).session("s");
        say(session, 5);
        Ending two = new Ending(2);
        session.rawFeed(0).publisher().subscribe(two);
        world.drain();
        assertThat(two.seen).isEqualTo(range(1, 2));
        two.request(2);
        world.drain();
        assertThat(two.seen).isEqualTo(range(1, 4));
        two.request(100);
        world.drain();
        say(session, 1);
        world.drain();
        assertThat(two.seen).isEqualTo(range(1, 6));

        two.request(0);
        world.drain();
        assertThat(two.failure).isInstanceOf(IllegalArgumentException.class);
        say(session, 1);
        world.drain();
        assertThat(two.seen).hasSize(6);
    }

    @Test
    @DisplayName("RT-14 a callback that throws ends its feed, and no other")
    void callbackThrows() {
        A2<Note> a2 = open(world.store);
        Session<Note> session = a2.session("s");
        List<Long> seen = new ArrayList<>();
        session.rawFeed(0).onEach(event -> {
            seen.add(event.index());
            throw new IllegalStateException("enough");
        });
        say(session, 3);
        world.drain();

        assertThat(seen).containsExactly(1L);
        assertThat(a2.feeds().size()).isZero();
    }

    @Test
    @DisplayName("RT-1 a typed feed tells of an event that it cannot decode, and goes on")
    void undecodable() {
        Session<Note> session = open(world.store).session("s");
        world.store.append(AppendRequest.of("s", NewEvent.of(null, "said", Json.of("[]"))));
        session.append(new Said("good"));
        try (FeedReader<Recorded<Note>> reader = session.feed(0).open()) {
            assertThatThrownBy(() -> reader.poll(NOW)).isInstanceOf(UndecodableEventException.class);
            assertThat(reader.poll(NOW)).isPresent();
        }
    }

    /** Asks for some, and remembers. */
    private static final class Ending implements Flow.Subscriber<Event> {
        final List<Long> seen = new ArrayList<>();
        boolean completed;

        @Nullable Throwable failure;

        private final long first;
        private Flow.@Nullable Subscription subscription;

        Ending(long first) {
            this.first = first;
        }

        void request(long n) {
            if (subscription != null) {
                subscription.request(n);
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(first);
        }

        @Override
        public void onNext(Event item) {
            seen.add(item.index());
        }

        @Override
        public void onError(Throwable error) {
            failure = error;
        }

        @Override
        public void onComplete() {
            completed = true;
        }
    }

    /** A store whose wake-ups a test can change on their way. */
    private static final class Lossy {
        final Set<Wakeups.Listener> listeners = new LinkedHashSet<>();
        UnaryOperator<List<Wakeup>> change;
        private final SessionStore real;

        Lossy(SessionStore real, UnaryOperator<List<Wakeup>> change) {
            this.real = real;
            this.change = change;
        }

        SessionStore store() {
            return (SessionStore) Proxy.newProxyInstance(
                    SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, args) -> {
                        try {
                            if (method.getName().equals("subscribe")) {
                                return subscribe((String) args[0], (Wakeups.Listener) args[1]);
                            }
                            return method.invoke(real, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private Subscription subscribe(String sessionId, Wakeups.Listener listener) {
            listeners.add(listener);
            Consumer<Wakeup> deliver = listener::onWakeup;
            Subscription subscription = real.subscribe(sessionId, new Wakeups.Listener() {
                @Override
                public void onWakeup(Wakeup wakeup) {
                    change.apply(List.of(wakeup)).forEach(deliver);
                }

                @Override
                public void onGap() {
                    listener.onGap();
                }
            });
            return () -> {
                listeners.remove(listener);
                subscription.close();
            };
        }
    }
}

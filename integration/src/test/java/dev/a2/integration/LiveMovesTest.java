package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Reducer;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.IdSource;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.testservers.Eventually;
import dev.a2.transfer.MoveIds;
import dev.a2.transfer.MoveOptions;
import dev.a2.transfer.Mover;
import dev.a2.transfer.SessionFile;
import dev.a2.transfer.SessionFileWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions move between all pairs of stores while workers and a writer are at them. */
@Timeout(300)
class LiveMovesTest {
    private sealed interface Work {}

    private record Asked(int n) implements Work {}

    private record Done(int n) implements Work {}

    private record Stamped(int n) implements Work {}

    private record Sum(int asked, int done, int stamped) {}

    private static final Reducer<Work, Sum> SUM =
            Reducer.of("sum", Sum.class, new Sum(0, 0, 0), (sum, work) -> switch (work) {
                case Asked asked -> new Sum(sum.asked() + 1, sum.done(), sum.stamped());
                case Done done -> new Sum(sum.asked(), sum.done() + 1, sum.stamped());
                case Stamped stamped -> new Sum(sum.asked(), sum.done(), sum.stamped() + 1);
            });

    private static final Contract<Work> CONTRACT = Contract.of("moves", Work.class)
            .reducer(SUM)
            .on(Asked.class, (asked, context) -> List.of(new Done(asked.n())))
            .lane(
                    "stamps",
                    work -> "one",
                    lane -> lane.on(Asked.class, (asked, context) -> List.of(new Stamped(asked.n()))))
            .build();

    private static final int BURST = 8;
    /** What is appended after the writer went along. */
    private static final int AFTER = 16;

    @TempDir
    static Path folder;

    private static Home.Street street;

    @BeforeAll
    static void open() {
        street = new Home.Street(folder);
    }

    @AfterAll
    static void close() throws Exception {
        street.close();
    }

    @TestFactory
    Stream<DynamicTest> betweenAllPairs() {
        return street.homes.stream()
                .flatMap(from -> street.homes.stream()
                        .map(to -> DynamicTest.dynamicTest(from + " to " + to, () -> liveMove(from, to))));
    }

    private void liveMove(Home from, Home to) throws Exception {
        MoveIds ids = new MoveIds();
        Function<IdSource, SessionStore> there = to.empty().get();
        try (SessionStore source = from.empty().get().apply(ids);
                SessionStore target = there.apply(IdSource.timeOrdered(InstantSource.system()))) {
            Furniture.furnish(source);
            Furniture before = Furniture.of(source);
            List<Event> events = source.read(Furniture.SESSION, 0, null);
            int asked;
            try (A2<Work> here = A2.open(CONTRACT, source, options("here"));
                    A2<Work> yonder = A2.open(CONTRACT, target, options("yonder"));
                    Mover mover = Mover.open(
                            new Mover.Source(source, ids),
                            target,
                            folder.resolve("way"),
                            from + " to " + to,
                            MoveOptions.DEFAULTS.patience(Duration.ZERO).supersede(true))) {
                Writer writer = new Writer(here, yonder);
                Thread writing = Thread.ofVirtual().start(writer);
                assertThat(mover.move(Furniture.SESSION)).isEqualTo(Mover.Outcome.MOVED);
                asked = writer.end(writing);
                Eventually.holds("all is handled", () -> isHandled(yonder, asked));
                assertThat(yonder.session(Furniture.SESSION).state(SUM)).isEqualTo(new Sum(asked, asked, asked));
                assertThat(mover.move(Furniture.SESSION)).isEqualTo(Mover.Outcome.MOVED_BEFORE);
            }
            assertThat(target.read(Furniture.SESSION, 0, null)).startsWith(events.toArray(Event[]::new));
            assertThat(Furniture.of(target)).isEqualTo(before);
            eachOnce(
                    target.read(Furniture.SESSION, events.get(events.size() - 1).index(), null), asked);
            assertThat(target.verify(Furniture.SESSION)).isEmpty();
            assertThat(source.verify(Furniture.SESSION)).isEmpty();
            SessionBounds left = source.bounds(Furniture.SESSION);
            assertThat(left.clearIndex()).isEqualTo(left.frontier());
        }
    }

    private static A2Options options(String worker) {
        return A2Options.defaults().worker(worker).pollInterval(Duration.ofMillis(100));
    }

    private static boolean isHandled(A2<Work> a2, int asked) {
        Sum sum = a2.session(Furniture.SESSION).state(SUM);
        return sum.done() >= asked && sum.stamped() >= asked;
    }

    /** Each was asked once and has one answer of each kind, by an attempt at it; the lane's in order. */
    private static void eachOnce(List<Event> events, int asked) {
        List<String> all =
                IntStream.range(0, asked).mapToObj(n -> "{\"n\":" + n + "}").toList();
        assertThat(events).hasSize(3 * asked);
        assertThat(payloads(of(events, "asked"))).isEqualTo(all);
        assertThat(payloads(of(events, "done"))).containsExactlyInAnyOrderElementsOf(all);
        assertThat(payloads(of(events, "stamped"))).isEqualTo(all);
        Map<Long, String> questions = of(events, "asked").stream()
                .collect(Collectors.toMap(Event::index, event -> event.payload().text()));
        events.forEach(event -> {
            AttemptRef cause = event.cause();
            if (cause != null) {
                assertThat(questions)
                        .containsEntry(cause.index(), event.payload().text());
            }
        });
    }

    private static List<Event> of(List<Event> events, String type) {
        return events.stream().filter(event -> event.type().equals(type)).toList();
    }

    private static List<String> payloads(List<Event> events) {
        return events.stream().map(event -> event.payload().text()).toList();
    }

    /** Appends in bursts, on condition that nobody cleared the session, and goes along when somebody did. */
    private static final class Writer implements Runnable {
        private final A2<Work> yonder;
        private A2<Work> at;
        private long last = Furniture.FRONTIER;
        private int asked;
        private int left = Integer.MAX_VALUE;

        Writer(A2<Work> here, A2<Work> yonder) {
            this.at = here;
            this.yonder = yonder;
        }

        @Override
        public void run() {
            while (left-- > 0) {
                append();
                if (++asked % BURST == 0) {
                    pause();
                }
            }
        }

        private void append() {
            while (true) {
                try {
                    last = at.append(AppendRequest.of(
                                            Furniture.SESSION,
                                            at.newEvent("ask " + asked, "asked", Json.of("{\"n\":" + asked + "}")))
                                    .serving(CONTRACT.served())
                                    .originIndex(last))
                            .get(0)
                            .index();
                    return;
                } catch (StoreException e) {
                    assertThat(e).hasMessageContaining("SESSION_CLEARED");
                    Eventually.holds("the session arrives", () -> isThere(yonder.store()));
                    at = yonder;
                    left = AFTER;
                }
            }
        }

        private static boolean isThere(SessionStore store) {
            return store.bounds(Furniture.SESSION).frontier() > 0;
        }

        @SuppressWarnings("ThreadSleep") // a writer that never rests is never moved
        private void pause() {
            try {
                Thread.sleep(30L * (1 + asked / BURST % 4));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** How many it appended in all. */
        int end(Thread writing) throws InterruptedException {
            assertThat(writing.join(Duration.ofSeconds(60))).isTrue();
            assertThat(at).isSameAs(yonder);
            return asked;
        }
    }

    @Test
    void aJourneyThroughAllHomesChangesNoByte() throws IOException {
        Function<IdSource, SessionStore> first = street.homes.get(0).empty().get();
        try (SessionStore store = first.apply(() -> "first")) {
            Furniture.furnish(store);
            export(store, folder.resolve("first.jsonl"));
        }
        Path at = folder.resolve("first.jsonl");
        List<Home> journey = new ArrayList<>(street.homes);
        journey.add(street.homes.get(0));
        for (Home home : journey) {
            Path next = folder.resolve(home.name() + ".jsonl");
            try (SessionStore store = home.empty().get().apply(() -> "none");
                    SessionFile file = SessionFile.open(at)) {
                store.importSession(Furniture.SESSION, file.next().orElseThrow().parts());
                assertThat(store.verify(Furniture.SESSION)).isEmpty();
                export(store, next);
            }
            assertThat(next).hasSameBinaryContentAs(folder.resolve("first.jsonl"));
            at = next;
        }
    }

    private static void export(SessionStore store, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            SessionFileWriter writer = new SessionFileWriter(out);
            writer.write(store, Furniture.SESSION);
            writer.end();
        }
    }
}

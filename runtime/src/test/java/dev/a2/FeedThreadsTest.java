package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Feeds, and work, between threads and between stores that share a file. */
@Timeout(120)
class FeedThreadsTest {
    sealed interface Note {}

    record Said(int n) implements Note {}

    record Heard(int n) implements Note {}

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final A2Options OPTIONS =
            A2Options.defaults().pollInterval(Duration.ofMillis(200)).workers(false);

    private final Contract<Note> contract = Contract.of("notes", Note.class)
            .on(Said.class, (said, context) -> List.of(new Heard(said.n())))
            .build();

    private static List<Long> range(long through) {
        return LongStream.rangeClosed(1, through).boxed().toList();
    }

    private static Thread start(Runnable body) {
        return Thread.ofVirtual().start(body);
    }

    @Test
    @DisplayName("I13 readers fast and slow, waiting and called back, all see everything once and in order")
    void manyReaders() {
        int appenders = 4;
        int each = 500;
        long all = (long) appenders * each;
        try (SessionStore store = MemoryStore.open();
                A2<Note> a2 = A2.open(contract, store, OPTIONS)) {
            Session<Note> session = a2.session("s");
            List<Queue<Long>> seen = new ArrayList<>();
            List<Runnable> closings = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Queue<Long> mine = new ConcurrentLinkedQueue<>();
                seen.add(mine);
                int pause = i % 3 == 0 ? 100_000 : 0;
                if (i % 2 == 0) {
                    FeedReader<Event> reader = session.rawFeed(0).open();
                    closings.add(reader::close);
                    start(() -> reader.forEachRemaining(event -> take(event, mine, pause)));
                } else {
                    closings.add(session.rawFeed(0).onEach(event -> take(event, mine, pause))::close);
                }
            }
            for (int i = 0; i < appenders; i++) {
                start(() -> {
                    for (int n = 0; n < each; n++) {
                        session.append(new Said(n));
                    }
                });
            }

            for (Queue<Long> one : seen) {
                Eventually.until("a reader has seen all", () -> one.size() >= all);
                assertThat(one).containsExactlyElementsOf(range(all));
            }
            closings.forEach(Runnable::run);
            assertThat(a2.feeds().size()).isZero();
        }
    }

    private static void take(Event event, Queue<Long> seen, long pauseNanos) {
        seen.add(event.index());
        LockSupport.parkNanos(pauseNanos);
    }

    @Test
    @DisplayName("FEED-5 closing the A2 ends readers that wait")
    void closing() throws InterruptedException {
        try (SessionStore store = MemoryStore.open()) {
            A2<Note> a2 = A2.open(contract, store, OPTIONS);
            FeedReader<Event> reader = a2.session("s").rawFeed(0).open();
            Thread waiting = start(() -> reader.forEachRemaining(event -> {}));
            FeedReader<Event> other = a2.session("s").rawFeed(0).open();
            Thread interrupted = start(() -> other.forEachRemaining(event -> {}));
            interrupted.interrupt();
            assertThat(interrupted.join(LIMIT)).isTrue();

            a2.close();

            assertThat(waiting.join(LIMIT)).isTrue();
        }
    }

    @Test
    @DisplayName("RT-9 what one process appends, another handles, and a feed of the first one shows, soon")
    void acrossProcesses() {
        Path file = TempFiles.fresh();
        try (SessionStore here = SqliteStore.open(file);
                SessionStore there = SqliteStore.open(file);
                A2<Note> client = A2.open(contract, here, OPTIONS);
                A2<Note> worker = A2.open(contract, there, OPTIONS.workers(true))) {
            assertThat(worker).isNotNull();
            Queue<Integer> heard = new ConcurrentLinkedQueue<>();
            try (Subscription feed = client.session("s").feed(0).onEach(recorded -> hear(recorded, heard))) {
                assertThat(feed).isNotNull();
                for (int n = 0; n < 50; n++) {
                    client.session("s").append(new Said(n));
                }
                assertThat(client.session("s").settle(LIMIT).isClean()).isTrue();
                Eventually.until("the feed has shown all", () -> heard.size() == 50);
            }
            assertThat(heard).doesNotHaveDuplicates();
            assertThat(here.verify("s")).isEmpty();
        }
    }

    private static void hear(Recorded<Note> recorded, Queue<Integer> heard) {
        if (recorded.event() instanceof Heard one) {
            heard.add(one.n());
        }
    }
}

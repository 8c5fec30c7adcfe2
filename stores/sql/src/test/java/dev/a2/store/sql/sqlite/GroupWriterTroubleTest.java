package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to callers, and to the writer's own thread, when a leader meets what nobody foresaw, or is interrupted. */
class GroupWriterTroubleTest {
    /** Longer than the tests wait: nobody is saved by running out of patience. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long SECONDS = 20;

    /** Happens once, right before a statement runs. */
    private record Trouble(Sql before, AtomicInteger spared, Runnable what) {
        /** At the first such statement that runs from now on, or behind so many others. */
        static Trouble at(Sql before, int spared, Runnable what) {
            return new Trouble(before, new AtomicInteger(spared), what);
        }

        static Trouble unforeseen(Sql before, int spared) {
            return at(before, spared, () -> {
                throw new AssertionError("nobody foresaw this");
            });
        }

        boolean isDue(Sql sql) {
            return sql == before && spared.getAndDecrement() == 0;
        }
    }

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();
    private final List<GroupWriter> writers = new ArrayList<>();
    private Path path = Path.of("");

    @BeforeEach
    void open() {
        path = folder.resolve("store.db");
        SqliteStore.open(path).close();
    }

    @AfterEach
    void close() {
        trouble.set(null);
        writers.forEach(GroupWriter::close);
        threads.shutdownNow();
    }

    /** A writer whose groups take in what is queued. */
    private GroupWriter writer() {
        return writer(Duration.ofMinutes(1));
    }

    /** A writer whose callers lead for themselves alone: what is queued behind them is left to the writer's thread. */
    private GroupWriter writerOfSingles() {
        return writer(Duration.ZERO);
    }

    private GroupWriter writer(Duration group) {
        GroupWriter.Limits limits = new GroupWriter.Limits(PATIENCE, group);
        GroupWriter writer = new GroupWriter(this::openLink, new SqliteFailures(path), limits, () -> {});
        writers.add(writer);
        return writer;
    }

    private Link openLink() {
        Link link = TestFiles.file(path).openWriter();
        link.onRun(sql -> {
            Trouble ahead = trouble.get();
            if (ahead != null && ahead.isDue(sql)) {
                ahead.what().run();
            }
        });
        return link;
    }

    private static String write(Link link, String name) {
        new WorkMarks(link).set(name, "c", 1L);
        return name;
    }

    private List<String> traces() throws SQLException {
        return TestFiles.query(path, "SELECT session_id FROM work_marks ORDER BY session_id");
    }

    /** Calls the writer while it is kept busy, runs something, and lets it go on. */
    private <T> List<Future<T>> queued(GroupWriter writer, List<Function<Link, T>> works, Runnable then)
            throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        threads.execute(() -> writer.run(link -> {
            begun.countDown();
            await(goOn);
            return write(link, "first");
        }));
        await(begun);
        List<Future<T>> calls = new ArrayList<>();
        for (Function<Link, T> work : works) {
            AtomicReference<@Nullable Thread> caller = new AtomicReference<>();
            calls.add(threads.submit(() -> {
                caller.set(Thread.currentThread());
                return writer.run(work);
            }));
            await(() -> isIn(caller.get(), Thread.State.TIMED_WAITING));
        }
        then.run();
        goOn.countDown();
        return calls;
    }

    private static boolean isIn(@Nullable Thread thread, Thread.State state) {
        return thread != null && thread.getState() == state;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(1);
        }
    }

    private static void assertToldThatItIsUnknown(Future<String> call) {
        ExecutionException failed =
                catchThrowableOfType(ExecutionException.class, () -> call.get(SECONDS, TimeUnit.SECONDS));
        assertThat(failed.getCause()).isInstanceOfSatisfying(StoreException.class, told -> {
            assertThat(told.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(told.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(told).hasRootCauseMessage("nobody foresaw this");
        });
    }

    @Test
    void everyoneInAGroupIsToldOfAnErrorThatNobodyForesaw() throws Exception {
        GroupWriter writer = writer();

        List<Future<String>> calls = queued(
                writer,
                List.of(link -> write(link, "a"), link -> write(link, "b")),
                () -> trouble.set(Trouble.unforeseen(Sql.TRANSACTION_COMMIT, 0)));

        for (Future<String> call : calls) {
            assertToldThatItIsUnknown(call);
        }
        assertThat(traces()).isEmpty();
        writer.run(link -> write(link, "next"));
        assertThat(traces()).containsExactly("next");
    }

    @ParameterizedTest
    @CsvSource({"TRANSACTION_BEGIN_WRITE, 0", "FILE_DATA_VERSION, 0", "TRANSACTION_COMMIT, 1"})
    void theWritersThreadOutlivesAnErrorThatNobodyForesaw(Sql statement, int ofTheFirst) throws Exception {
        GroupWriter writer = writerOfSingles();

        List<Future<String>> calls = queued(
                writer,
                List.of(link -> write(link, "a")),
                () -> trouble.set(Trouble.unforeseen(statement, ofTheFirst)));

        assertToldThatItIsUnknown(calls.get(0));
        List<Future<String>> later = queued(writer, List.of(link -> write(link, "b")), () -> {});
        assertThat(later.get(0).get(SECONDS, TimeUnit.SECONDS)).isEqualTo("b");
    }

    @Test
    void interruptOfOneLeaderReachesNobodyElse() throws Exception {
        GroupWriter writer = writerOfSingles();
        Thread own = ownThread(writer);
        try (Connection other = TestFiles.connect(path)) {
            CountDownLatch locked = new CountDownLatch(1);
            List<Future<String>> calls = queued(
                    writer,
                    List.of(link -> write(link, "a")),
                    () -> trouble.set(Trouble.at(Sql.TRANSACTION_BEGIN_WRITE, 0, () -> {
                        execute(other, "BEGIN IMMEDIATE");
                        locked.countDown();
                    })));
            await(locked);
            own.interrupt();
            await(() -> !own.isInterrupted());
            execute(other, "COMMIT");
            calls.get(0).get(SECONDS, TimeUnit.SECONDS);
        }

        writer.run(link -> write(link, "b"));

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theWritersThreadRestsThoughItWasInterrupted() throws Exception {
        Thread own = ownThread(writerOfSingles());
        await(() -> isIn(own, Thread.State.WAITING));

        own.interrupt();

        await(() -> !own.isInterrupted() && isIn(own, Thread.State.WAITING));
    }

    private static void execute(Connection connection, String sql) {
        try {
            TestFiles.execute(connection, sql);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private Thread ownThread(GroupWriter writer) throws Exception {
        return this.<Thread>queued(writer, List.of(link -> Thread.currentThread()), () -> {})
                .get(0)
                .get(SECONDS, TimeUnit.SECONDS);
    }
}

package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupWriterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger commits = new AtomicInteger();
    private Path path = Path.of("");
    private @Nullable String whenOpened;
    private @Nullable GroupWriter writer;

    @BeforeEach
    void open() {
        path = folder.resolve("store.db");
        SqliteStore.open(path).close();
        writer = newWriter(PATIENCE);
    }

    private GroupWriter newWriter(Duration waitLimit) {
        GroupWriter.Limits limits = new GroupWriter.Limits(waitLimit, Duration.ofMinutes(1));
        return new GroupWriter(this::openLink, new SqliteFailures(path), limits, () -> {});
    }

    private Link openLink() {
        Link link = TestFiles.file(path).openWriter();
        link.onRun(sql -> commits.addAndGet(sql == Sql.TRANSACTION_COMMIT ? 1 : 0));
        if (whenOpened != null) {
            try {
                TestFiles.execute(link.connection(), whenOpened);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        return link;
    }

    @AfterEach
    void close() {
        writer().close();
        threads.shutdownNow();
    }

    private GroupWriter writer() {
        if (writer == null) {
            throw new IllegalStateException();
        }
        return writer;
    }

    /** Leaves a trace. */
    private static String write(Link link, String name) {
        new WorkMarks(link).set(name, "c", 1L);
        return name;
    }

    private List<String> traces() throws SQLException {
        return TestFiles.query(path, "SELECT session_id FROM work_marks ORDER BY session_id");
    }

    /** Keeps the leader busy until all others are queued behind it: then they share its transaction. */
    private List<Future<String>> inOneGroup(List<Function<Link, String>> works) throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> writer().run(link -> {
            begun.countDown();
            await(queued);
            return write(link, "first");
        }));
        await(begun);
        List<Future<String>> others = new ArrayList<>();
        for (Function<Link, String> work : works) {
            AtomicReference<Thread> thread = new AtomicReference<>();
            others.add(threads.submit((Callable<String>) () -> {
                thread.set(Thread.currentThread());
                return writer().run(work);
            }));
            awaitParked(thread);
        }
        queued.countDown();
        first.get();
        return others;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitParked(AtomicReference<Thread> thread) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (thread.get() == null || thread.get().getState() != Thread.State.TIMED_WAITING) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(1);
        }
    }

    @Test
    void callersWhoQueueShareACommit() throws Exception {
        int before = commits.get();

        List<Future<String>> others =
                inOneGroup(List.of(link -> write(link, "a"), link -> write(link, "b"), link -> write(link, "c")));

        for (Future<String> other : others) {
            other.get();
        }
        assertThat(traces()).containsExactly("a", "b", "c", "first");
        assertThat(commits.get() - before).isEqualTo(1);
    }

    @Test
    void workThatFailsBeforeItWritesFailsAlone() throws Exception {
        int before = commits.get();

        List<Future<String>> others = inOneGroup(List.of(
                link -> write(link, "a"),
                link -> {
                    throw StoreException.invalid("no");
                },
                link -> write(link, "c")));

        assertThatThrownBy(others.get(1)::get).hasCauseInstanceOf(StoreException.class);
        assertThat(others.get(2).get()).isEqualTo("c");
        assertThat(traces()).containsExactly("a", "c", "first");
        assertThat(commits.get() - before).isEqualTo(1);
    }

    @Test
    void workThatFailsAfterItWroteIsUndoneAlone() throws Exception {
        List<Future<String>> others = inOneGroup(List.of(
                link -> write(link, "a"),
                link -> {
                    write(link, "b");
                    throw new IllegalStateException("after writing");
                },
                link -> write(link, "c")));

        assertThat(others.get(0).get()).isEqualTo("a");
        assertThatThrownBy(others.get(1)::get).hasRootCauseMessage("after writing");
        assertThat(others.get(2).get()).isEqualTo("c");
        assertThat(traces()).containsExactly("a", "c", "first");
    }

    @Test
    void engineErrorIsUndoneAlone() throws Exception {
        List<Future<String>> others = inOneGroup(List.of(link -> write(link, "a"), link -> {
            new WorkMarks(link).set("b", "c", 1L);
            return execute(link, "INSERT INTO work_marks VALUES ('b', 'c', 2)");
        }));

        assertThat(others.get(0).get()).isEqualTo("a");
        assertThatThrownBy(others.get(1)::get)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("nothing was written");
        assertThat(traces()).containsExactly("a", "first");
    }

    private static String execute(Link link, String sql) {
        try {
            TestFiles.execute(link.connection(), sql);
            return sql;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    @Test
    void fullDiskWritesNothingAndIsOverOnceThereIsRoom() throws Exception {
        writer().close();
        int pages = Integer.parseInt(TestFiles.query(path, "PRAGMA page_count").get(0));
        whenOpened = "PRAGMA max_page_count = " + (pages + 2);
        writer = newWriter(PATIENCE);

        StoreException full = catchThrowableOfType(
                StoreException.class, () -> writer().run(link -> write(link, "x".repeat(100_000))));

        assertThat(full.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(full).hasMessageContaining("disk is full");
        assertThat(traces()).isEmpty();
        writer().run(link -> write(link, "small"));
        writer().run(link -> execute(link, "PRAGMA max_page_count = 1000000"));
        writer().run(link -> write(link, "x".repeat(100_000)));
        assertThat(traces()).hasSize(2);
    }

    @Test
    void callerWhoseTurnDoesNotComeIsToldThatNothingWasWritten() throws Exception {
        writer().close();
        writer = newWriter(Duration.ofMillis(300));
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> slow = threads.submit(() -> writer().run(link -> {
            begun.countDown();
            await(release);
            return write(link, "slow");
        }));
        await(begun);

        StoreException late =
                catchThrowableOfType(StoreException.class, () -> writer().run(link -> write(link, "late")));

        assertThat(late.effect()).isEqualTo(Effect.NOT_APPLIED);
        release.countDown();
        slow.get();
        writer().run(link -> write(link, "next"));
        assertThat(traces()).containsExactly("next", "slow");
    }

    @Test
    void callerWhoIsInterruptedWhileQueuedWroteNothing() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> slow = threads.submit(() -> writer().run(link -> {
            begun.countDown();
            await(release);
            return write(link, "slow");
        }));
        await(begun);
        AtomicReference<Thread> thread = new AtomicReference<>();
        AtomicReference<Boolean> stillInterrupted = new AtomicReference<>();
        Future<?> interrupted = threads.submit(() -> {
            thread.set(Thread.currentThread());
            try {
                writer().run(link -> write(link, "interrupted"));
            } finally {
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        awaitParked(thread);

        thread.get().interrupt();

        assertThatThrownBy(interrupted::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("interrupted");
        assertThat(stillInterrupted).hasValue(true);
        release.countDown();
        slow.get();
        assertThat(traces()).containsExactly("slow");
    }

    @Test
    void interruptedCallerWhoLeadsFinishesAndStaysInterrupted() throws Exception {
        Thread.currentThread().interrupt();

        writer().run(link -> write(link, "done"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(traces()).containsExactly("done");
    }

    @Test
    void loneCallerRunsItsWorkItself() {
        assertThat(writer().<Thread>run(link -> Thread.currentThread())).isEqualTo(Thread.currentThread());
    }

    @Test
    void whatWasAcceptedIsWrittenBeforeTheEnd() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> writer().run(link -> {
            begun.countDown();
            await(queued);
            return write(link, "first");
        }));
        await(begun);
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<String> second = threads.submit((Callable<String>) () -> {
            thread.set(Thread.currentThread());
            return writer().run(link -> write(link, "second"));
        });
        awaitParked(thread);
        Future<?> closing = threads.submit(() -> writer().close());

        queued.countDown();

        closing.get();
        first.get();
        second.get();
        assertThat(traces()).containsExactly("first", "second");
        assertThatThrownBy(() -> writer().run(link -> write(link, "third"))).hasMessageContaining("closed");
    }

    @Test
    void manyCallersLoseNothing() throws Exception {
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String name = "caller-" + i;
            boolean virtual = i % 2 == 0;
            callers.add(threads.submit(() -> {
                Runnable calls = () -> {
                    for (int call = 0; call < 25; call++) {
                        int number = call;
                        writer().run(link -> write(link, name + "-" + number));
                    }
                };
                Thread thread = virtual
                        ? Thread.ofVirtual().start(calls)
                        : Thread.ofPlatform().start(calls);
                thread.join();
                return null;
            }));
        }
        for (Future<?> caller : callers) {
            caller.get();
        }

        assertThat(traces()).hasSize(1_000);
        assertThat(commits).hasValueLessThan(1_000);
    }
}

package dev.a2.store.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SerialExecutorTest {
    @Test
    void tasksRunInOrderAndOneAtATime() throws InterruptedException {
        SerialExecutor executor = SerialExecutor.onVirtualThreads("test");
        List<Integer> ran = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);

        for (int i = 0; i < 1_000; i++) {
            int n = i;
            executor.execute(() -> ran.add(n));
        }
        executor.execute(done::countDown);

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasSize(1_000).isSorted();
    }

    @Test
    void aTaskThatThrowsAnythingStopsNoOther() throws InterruptedException {
        SerialExecutor executor = SerialExecutor.onVirtualThreads("test");
        CountDownLatch done = new CountDownLatch(1);

        executor.execute(() -> {
            throw new StackOverflowError("planted");
        });
        executor.execute(done::countDown);

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aThreadThatCouldNotStartIsAskedForAgain() {
        AtomicBoolean full = new AtomicBoolean(true);
        SerialExecutor executor = new SerialExecutor(task -> {
            if (full.get()) {
                throw new RejectedExecutionException("planted");
            }
            task.run();
        });
        List<String> ran = new ArrayList<>();

        assertThatThrownBy(() -> executor.execute(() -> ran.add("first")))
                .isInstanceOf(RejectedExecutionException.class);
        full.set(false);
        executor.execute(() -> ran.add("second"));

        assertThat(ran).containsExactly("first", "second");
    }
}

package dev.a2.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final SessionStore store = MemoryStore.open();
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch mayRead = new CountDownLatch(1);

    @AfterEach
    void close() {
        store.close();
    }

    /** The store; its reads wait until they may. */
    private SessionStore slow() {
        return (SessionStore) Proxy.newProxyInstance(
                PagesTest.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("readHistory")) {
                        reads.incrementAndGet();
                        assertThat(mayRead.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void append(String text, int events) {
        for (int i = 0; i < events; i++) {
            store.append(AppendRequest.of("s", NewEvent.of(null, "t", Json.string(text))));
        }
    }

    /** F62. */
    @Test
    void whoeverAsksForOnePageAtOneTimeSharesARead() throws Exception {
        append("x", 5);
        Pages pages = new Pages(slow(), "s", new Semaphore(8));
        List<Thread> threads = new ArrayList<>();
        List<FutureTask<Pages.Page>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Callable<Pages.Page> ask = () -> pages.after(2);
            FutureTask<Pages.Page> task = new FutureTask<>(ask);
            asked.add(task);
            threads.add(Thread.ofPlatform().daemon().start(task));
        }
        long end = System.nanoTime() + LIMIT.toNanos();
        while (threads.stream().anyMatch(PagesTest::isBusy) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }

        mayRead.countDown();

        for (FutureTask<Pages.Page> task : asked) {
            assertThat(task.get(LIMIT.toSeconds(), TimeUnit.SECONDS).frames())
                    .extracting(Frame::index)
                    .containsExactly(3L, 4L, 5L);
        }
        assertThat(reads).hasValue(1);
    }

    private static boolean isBusy(Thread thread) {
        return thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING;
    }

    @Test
    void aPageIsCutWhereItIsHeavyWhateverCameBefore() {
        append("x", 600);
        append("y".repeat(100_000), 20);
        mayRead.countDown();
        Pages pages = new Pages(slow(), "s", new Semaphore(8));

        long index = 0;
        for (Pages.Page page = pages.after(0); !page.frames().isEmpty(); page = pages.after(index)) {
            assertThat(page.bytes()).isLessThan(200_000);
            for (Frame frame : page.frames()) {
                assertThat(frame.index()).isEqualTo(++index);
            }
        }
        assertThat(index).isEqualTo(620);
    }
}

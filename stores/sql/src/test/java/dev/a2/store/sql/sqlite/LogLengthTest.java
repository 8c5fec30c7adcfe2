package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The write-ahead log while somebody always reads (F50). */
class LogLengthTest {
    private static final long LIMIT = 64L << 20;

    @TempDir
    Path folder;

    @Test
    void logStaysShortWhileReadersOverlapWithoutEnd() throws Exception {
        Path path = folder.resolve("store.db");
        Json payload = Json.of("\"" + "x".repeat(20_000) + "\"");
        AtomicBoolean ended = new AtomicBoolean();
        long longest = 0;
        try (SessionStore store =
                        SqliteStore.open(path, SqliteStore.Options.defaults().sync(SqliteStore.Sync.NORMAL));
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < 4; reader++) {
                readers.add(threads.submit(() -> {
                    long after = 0;
                    while (!ended.get()) {
                        List<Event> page = store.readEvents("s", after);
                        after = page.isEmpty() ? 0 : page.get(page.size() - 1).index();
                    }
                }));
            }
            for (int batch = 0; batch < 90; batch++) {
                int first = batch * 50;
                store.append(AppendRequest.of(
                        "s",
                        IntStream.range(first, first + 50)
                                .mapToObj(i -> NewEvent.of("e-" + i, "said", payload))
                                .toList()));
                longest = Math.max(longest, Files.size(folder.resolve("store.db-wal")));
            }
            ended.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }

        assertThat(Files.size(path)).as("so much went through the log").isGreaterThan(LIMIT);
        assertThat(longest).isLessThan(LIMIT);
    }

    @Test
    void logIsShortAgainOnceAReaderOfAnotherProcessLetsGo() throws Exception {
        Path path = folder.resolve("store.db");
        Path log = folder.resolve("store.db-wal");
        Json payload = Json.string("x".repeat(1_000_000));
        try (SessionStore store =
                SqliteStore.open(path, SqliteStore.Options.defaults().sync(SqliteStore.Sync.NORMAL))) {
            store.append(AppendRequest.of("s", NewEvent.of("first", "said", payload)));
            try (Connection other = TestFiles.connect(path)) {
                TestFiles.execute(other, "BEGIN");
                assertThat(TestFiles.query(other, "SELECT count(*) FROM events"))
                        .containsExactly("1");
                for (int i = 0; i < 50; i++) {
                    store.append(AppendRequest.of("s", NewEvent.of("e-" + i, "said", payload)));
                }
                assertThat(Files.size(log)).isGreaterThan(SqliteFile.LONG_LOG_BYTES);
            }

            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            for (int i = 0; Files.size(log) > SqliteFile.LONG_LOG_BYTES; i++) {
                assertThat(System.nanoTime()).isLessThan(end);
                store.append(AppendRequest.of("s", NewEvent.of("small-" + i, "said", Json.NULL)));
                Thread.sleep(20);
            }
        }
    }
}

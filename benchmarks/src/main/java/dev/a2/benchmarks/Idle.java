package dev.a2.benchmarks;

import dev.a2.A2;
import dev.a2.Contract;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/** What an idle session keeps: heap and file bytes of one that has a single handled event and nothing to do. */
final class Idle {
    private sealed interface Work permits Asked {}

    private record Asked(int n) implements Work {}

    private Idle() {}

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        int sessions = settings.large() / 20;
        System.out.println("| store | idle sessions | heap bytes each | file bytes each |");
        System.out.println("|---|---|---|---|");
        try (SessionStore memory = MemoryStore.open()) {
            double heap = heapPer(sessions, i -> append(memory, i));
            System.out.printf(Locale.ROOT, "| memory store | %,d | %.0f | 0 |%n", sessions, heap);
        }
        Path file = folder.resolve("idle.db");
        double heap;
        try (SessionStore sqlite = SqliteStore.open(file)) {
            heap = heapPer(sessions / 10, i -> append(sqlite, i));
        }
        System.out.printf(
                Locale.ROOT,
                "| sqlite store | %,d | %.0f | %d |%n",
                sessions / 10,
                heap,
                Files.size(file) / (sessions / 10));
        runtime(sessions / 10);
    }

    /** Sessions that a worker has drained cost it nothing more. */
    private static void runtime(int sessions) throws Exception {
        Contract<Work> contract = Contract.of("idle", Work.class)
                .on(Asked.class, (asked, context) -> List.of())
                .build();
        try (SessionStore store = MemoryStore.open();
                A2<Work> a2 = A2.open(contract, store)) {
            double heap = heapPer(sessions, i -> {
                a2.session("s-" + i).append(new Asked(i));
                a2.session("s-" + i).settle(Duration.ofMinutes(1));
            });
            System.out.printf(Locale.ROOT, "| runtime on memory, handled | %,d | %.0f | 0 |%n", sessions, heap);
        }
    }

    private static void append(SessionStore store, int i) {
        store.append(AppendRequest.of("s-" + i, NewEvent.of("e-" + i, "measured", Json.of("{\"n\":1}"))));
    }

    private static double heapPer(int sessions, IntConsumer create) throws InterruptedException {
        long before = usedHeap();
        for (int i = 0; i < sessions; i++) {
            create.accept(i);
        }
        return (usedHeap() - before) / (double) sessions;
    }

    private static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

package dev.a2;

import dev.a2.ShutdownWorker.Shift.Done;
import dev.a2.ShutdownWorker.Shift.Work;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A process that works on a SQLite file until it is told to end. Arguments: the file, the length of a claim and the grace in
 * milliseconds. It says what happens, a line each, and a line to it lets waiting handlers go on.
 */
final class ShutdownWorker {
    private ShutdownWorker() {}

    /** What a worker does. */
    sealed interface Shift {
        /** Something that goes on until it may end: {@code wait}, or {@code deaf} to interrupts, or not at all. */
        record Work(int n, String how) implements Shift {}

        /** It ended. */
        record Done(int n) implements Shift {}
    }

    /** A handler that waits if it is told to. */
    static Contract<Shift> contract(Handler<Shift, Work> handler) {
        return Contract.of("shifts", Shift.class)
                .lane("lane", shift -> shift instanceof Work ? "lane" : null, lane -> lane.on(Work.class, handler))
                .build();
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Contract<Shift> contract = contract((work, context) -> {
            say("began " + work.n() + "/" + context.attempt());
            switch (work.how()) {
                case "wait" -> Eventually.await(go);
                case "deaf" -> waitDeaf(go);
                default -> {}
            }
            return List.of(new Done(work.n()));
        });
        A2Options options = A2Options.defaults()
                .claimTtl(Duration.ofMillis(Long.parseLong(args[1])))
                .shutdownGrace(Duration.ofMillis(Long.parseLong(args[2])))
                .pollInterval(Duration.ofMillis(50));
        try (Termination termination = Termination.ofProcess()) {
            try (SessionStore store = SqliteStore.open(Path.of(args[0]));
                    A2<Shift> a2 = A2.open(contract, store, options)) {
                Thread.ofPlatform().daemon().start(() -> listen(go));
                say("works");
                termination.await();
                say("told to end");
            }
            say("ended in good order");
        }
    }

    private static void listen(CountDownLatch go) {
        try {
            if (System.in.read() >= 0) {
                go.countDown();
            }
        } catch (IOException e) {
            say("hears nothing: " + e);
        }
    }

    private static void waitDeaf(CountDownLatch go) {
        while (go.getCount() > 0) {
            try {
                Eventually.await(go);
            } catch (InterruptedException e) {
                say("does not heed its interrupt");
            }
        }
    }

    /** A line at once, whole. */
    private static void say(String line) {
        System.out.println(line);
    }
}

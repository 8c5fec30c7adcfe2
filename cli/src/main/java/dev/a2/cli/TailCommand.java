package dev.a2.cli;

import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 tail}: a session as it goes on. */
@Command(
        name = "tail",
        mixinStandardHelpOptions = true,
        description = {
            "Follows a session live.",
            "Prints events as they come until it is interrupted; then says where to go on. The session need not exist yet."
                    + " After a clear it goes on with the new lifetime."
        })
final class TailCommand implements Callable<Integer> {
    private static final int PAGE = 256;
    private static final int BEFORE = 10;

    /** Wake-ups may get lost; then a look now and then finds what they told of. */
    private static final Duration POLL = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(index = "0", paramLabel = "SESSION", description = "Its name.", converter = NameConverter.class)
    private String session = "";

    @Option(names = "--from", paramLabel = "N", description = "Begin at this event. Default: the last " + BEFORE)
    private @Nullable Long from;

    @Option(
            names = "--until-idle",
            paramLabel = "DURATION",
            description = "End when nothing happened for so long, such as 500ms, 10s or 2m.",
            converter = DurationConverter.class)
    private @Nullable Duration untilIdle;

    @Option(names = "--payloads", description = "Show payloads, too.")
    private boolean payloads;

    @Option(names = "--json", description = "One JSON object per line.")
    private boolean json;

    private final Semaphore wakes = new Semaphore(0);

    /** The event that comes next. */
    private volatile long next;

    @Override
    public Integer call() throws InterruptedException {
        if (from != null && from < 1) {
            throw new ParameterException(spec.commandLine(), "--from must be at least 1");
        }
        try (SessionStore open = store.openExisting();
                Subscription subscription = open.subscribe(session, new Waker())) {
            SessionBounds bounds = open.bounds(session);
            next = from != null ? from : Math.max(1, bounds.frontier() - BEFORE + 1);
            Thread farewell = Thread.ofPlatform().name("a2 tail's last word").unstarted(this::sayWhereToGoOn);
            Runtime.getRuntime().addShutdownHook(farewell);
            follow(open, Commands.out(spec));
            Runtime.getRuntime().removeShutdownHook(farewell);
            sayWhereToGoOn();
        }
        return 0;
    }

    private void follow(SessionStore open, Out out) throws InterruptedException {
        Timeline timeline = new Timeline(out, payloads);
        long lastNews = System.nanoTime();
        while (!out.isBroken()) {
            if (printNew(open, out, timeline)) {
                lastNews = System.nanoTime();
            }
            Duration wait = POLL;
            if (untilIdle != null) {
                Duration left = untilIdle.minusNanos(System.nanoTime() - lastNews);
                if (!left.isPositive()) {
                    return;
                }
                wait = left.compareTo(POLL) < 0 ? left : POLL;
            }
            boolean woken = wakes.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
            if (woken) {
                wakes.drainPermits();
            }
        }
    }

    /** Prints a page at a time what came since; whether there was anything. */
    private boolean printNew(SessionStore open, Out out, Timeline timeline) {
        boolean news = false;
        long frontier = open.bounds(session).frontier();
        while (next <= frontier) {
            List<Event> page = open.read(session, next - 1, Math.min(frontier, next - 1 + PAGE));
            for (Event event : page) {
                if (json) {
                    out.line(Timeline.json(event));
                } else {
                    timeline.print(event);
                }
                next = event.index() + 1;
                news = true;
            }
            out.flush();
            if (page.isEmpty()) {
                // Cleared past this page: what comes next lies at the marker.
                next = Math.max(next, open.bounds(session).clearIndex());
                frontier = open.bounds(session).frontier();
            }
        }
        return news;
    }

    private void sayWhereToGoOn() {
        Out err = Commands.err(spec);
        err.line("go on with --from " + next, Out.Style.DIM);
        err.flush();
    }

    private final class Waker implements Wakeups.Listener {
        @Override
        public void onWakeup(Wakeup wakeup) {
            wakes.release();
        }

        @Override
        public void onGap() {
            wakes.release();
        }
    }
}

package dev.a2.cli;

import dev.a2.examples.webhooks.demo.Progress;
import java.io.PrintStream;
import java.io.PrintWriter;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Shows how far the demo is: a bar on a terminal, a line now and then elsewhere. */
abstract class DemoProgress implements Progress, AutoCloseable {
    static DemoProgress on(boolean terminal, PrintWriter out) {
        return terminal ? new Bar(System.err) : new Lines(out);
    }

    /** Something else is shown next; it goes on after that. */
    abstract void pause();

    @Override
    public void close() {
        pause();
    }

    private static String figures(Standing standing) {
        return standing.deliveries() + "/" + standing.allDeliveries() + " deliveries, " + standing.handled() + "/"
                + standing.allHandled() + " handled, " + standing.retried() + " retried";
    }

    private static final class Bar extends DemoProgress {
        private static final int WIDTH = 98;
        private static final int CELLS = 36;
        private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

        private final PrintStream err;
        private volatile String shown = "";
        private @Nullable ProgressBar bar;

        Bar(PrintStream err) {
            this.err = err;
        }

        @Override
        public void at(Standing standing) {
            shown = "  %s  %3d/%d deliveries  %3d/%d handled  %2d retried"
                    .formatted(
                            cells((double) standing.done() / standing.all()),
                            standing.deliveries(),
                            standing.allDeliveries(),
                            standing.handled(),
                            standing.allHandled(),
                            standing.retried());
            if (bar == null) {
                bar = new ProgressBarBuilder()
                        .setInitialMax(standing.all())
                        .setUpdateIntervalMillis(100)
                        .setRenderer((state, width) -> shown)
                        .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                        .build();
            }
            bar.stepTo(standing.done());
        }

        /** A bar of fixed width, so that nothing dances. */
        private static String cells(double done) {
            int eighths = (int) Math.round(CELLS * 8 * Math.clamp(done, 0, 1));
            String full = "█".repeat(eighths / 8);
            String part = full.length() == CELLS ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
            String line = full + part;
            return "▕" + line + " ".repeat(CELLS - line.length()) + "▏"
                    + "%4d%%".formatted(eighths * 100 / (CELLS * 8));
        }

        @Override
        void pause() {
            if (bar != null) {
                bar.close();
                bar = null;
            }
        }
    }

    private static final class Lines extends DemoProgress {
        private static final long NANOS = 500_000_000L;

        private final PrintWriter out;
        private long printed = System.nanoTime() - NANOS;

        Lines(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void at(Standing standing) {
            if (System.nanoTime() - printed >= NANOS) {
                printed = System.nanoTime();
                out.println("  " + figures(standing));
                out.flush();
            }
        }

        @Override
        void pause() {}
    }
}

package dev.a2.cli;

import dev.a2.examples.webhooks.demo.Progress;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
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

        private final PrintStream err;
        private @Nullable ProgressBar bar;

        Bar(PrintStream err) {
            this.err = err;
        }

        @Override
        public void at(Standing standing) {
            if (bar == null) {
                bar = new ProgressBarBuilder()
                        .setTaskName("  ")
                        .setInitialMax(standing.all())
                        .startsFrom(standing.done(), Duration.ZERO)
                        .setStyle(ProgressBarStyle.builder()
                                .leftBracket("▕")
                                .rightBracket("▏")
                                .block('█')
                                .space(' ')
                                .fractionSymbols(" ▏▎▍▌▋▊▉")
                                .rightSideFractionSymbol(' ')
                                .build())
                        .hideEta()
                        .setUpdateIntervalMillis(100)
                        .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                        .build();
            }
            bar.stepTo(standing.done());
            bar.setExtraMessage(" " + figures(standing));
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

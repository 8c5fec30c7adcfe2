package dev.a2.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Shows how many sessions a command is done with, if somebody watches. */
final class Progress implements AutoCloseable {
    private static final int WIDTH = 80;
    private static final int INTERVAL_MS = 200;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Of how many is not known. */
    static Progress start(String task) {
        return start(task, -1);
    }

    static Progress start(String task, long sessions) {
        return new Progress(Terminal.isInteractive() ? bar(task, sessions, System.err) : null);
    }

    private static ProgressBar bar(String task, long sessions, PrintStream err) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(sessions)
                .setUnit(" sessions", 1)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                .build();
    }

    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}

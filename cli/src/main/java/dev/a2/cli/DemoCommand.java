package dev.a2.cli;

import dev.a2.examples.webhooks.demo.Demo;
import dev.a2.examples.webhooks.demo.DemoOptions;
import dev.a2.examples.webhooks.demo.Paint;
import dev.a2.examples.webhooks.demo.Report;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code a2 demo}: a GitHub app at work on 329 real webhook deliveries. */
@Command(
        name = "demo",
        description = {
            "Runs a GitHub app on 329 real webhook deliveries and shows what happens.",
            "Kill it whenever you like and start it again: it goes on, and nothing is lost or doubled."
        },
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final Duration SLOW = Duration.ofMillis(40);

    /** Strong, or the level that is set on it could be forgotten. */
    private static final Logger ENGINE = Logger.getLogger("dev.a2");

    @Spec
    private CommandSpec spec;

    @Option(names = "--store", paramLabel = "URL", description = "Where to keep it. Default: ${DEFAULT-VALUE}")
    private String store = "sqlite:demo.db";

    @Option(names = "--fresh", description = "Delete what an earlier demo left, and start over.")
    private boolean fresh;

    @Option(
            names = "--pace",
            paramLabel = "MS",
            description = "Wait so many milliseconds between two deliveries. Default: ${DEFAULT-VALUE}")
    private int pace = 3;

    @Option(names = "--slow", description = "The same as --pace 40: slow enough to be watched, or killed.")
    private boolean slow;

    @Option(names = "--workers", paramLabel = "N", description = "Handlers at once. Default: ${DEFAULT-VALUE}")
    private int workers = 16;

    @Option(names = "--leave-dead-letter", description = "Stop there: you redrive, and start the demo again.")
    private boolean leave;

    @Override
    public Integer call() throws IOException {
        // The report says what became a dead letter; the log need not say it in between.
        ENGINE.setLevel(Level.SEVERE);
        StoreUrl url = url();
        DemoOptions options = options();
        PrintWriter out = spec.commandLine().getOut();
        if (fresh) {
            DemoFile.delete(url, out);
        }
        try (SessionStore opened = url.open()) {
            return run(opened, options, out);
        }
    }

    private int run(SessionStore opened, DemoOptions options, PrintWriter out) {
        boolean terminal = Terminal.isInteractive();
        long start = System.nanoTime();
        List<String> problems;
        try (DemoProgress progress = DemoProgress.on(terminal, out);
                Demo demo = new Demo(opened, options, progress)) {
            int before = demo.standing().deliveries();
            Report report = new Report(demo, out, new Paint(Ansi.AUTO.enabled()));
            report.begin(store, before);
            demo.takeDeliveries();
            List<Demo.Dead> dead = demo.settle();
            while (!dead.isEmpty()) {
                progress.pause();
                dead.forEach(report::deadLetter);
                demo.addTemplate();
                if (leave) {
                    report.left();
                    return ExitCode.SOFTWARE;
                }
                demo.redrive(dead);
                report.redriven();
                dead = demo.settle();
            }
            progress.pause();
            problems = demo.check();
            report.summary(before, Duration.ofNanos(System.nanoTime() - start));
            report.session(Demo.SHOWN);
            report.audit();
            report.check(problems);
            report.next(toldStore());
        }
        out.flush();
        return problems.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private StoreUrl url() {
        try {
            return StoreUrl.parse(store, surroundings().directory());
        } catch (IllegalArgumentException e) {
            throw misunderstood(e);
        }
    }

    /** The store, if other commands must be told of it; null where they look by themselves. */
    private @Nullable String toldStore() {
        StoreUrl standard = StoreUrl.standard(
                surroundings().environment().apply("A2_STORE"), surroundings().directory());
        return standard.equals(url()) ? null : store;
    }

    private DemoOptions options() {
        try {
            return new DemoOptions(slow ? SLOW : Duration.ofMillis(pace), workers);
        } catch (IllegalArgumentException e) {
            throw misunderstood(e);
        }
    }

    private Surroundings surroundings() {
        return Commands.surroundings(spec);
    }

    private ParameterException misunderstood(IllegalArgumentException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}

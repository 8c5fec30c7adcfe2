package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Finding;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 verify}: is the stored data sound? */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Checks stored data against the invariants.",
            "Changes nothing. Ends with 1 if anything is wrong."
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SESSION",
            description = "Only this session. Default: all",
            converter = NameConverter.class)
    private @Nullable String session;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Print at most so many findings; all are counted. Default: ${DEFAULT-VALUE}")
    private int limit = 100;

    @Option(names = "--json", description = "One JSON object per finding and line.")
    private boolean json;

    private long sessions;
    private long findings;

    @Override
    public Integer call() {
        Out out = Commands.out(spec);
        try (SessionStore open = store.openExisting();
                Progress progress = Progress.start("verifying")) {
            Commands.forEachSession(open, session, bounds -> {
                sessions++;
                print(open.verify(bounds.sessionId()), out);
                progress.step();
            });
        }
        if (!json) {
            if (findings > limit) {
                out.line("… " + (findings - Math.max(0, limit)) + " more, with a higher --limit", Out.Style.DIM);
            }
            out.line(
                    Words.count(sessions, "session") + " verified, "
                            + (findings == 0 ? "nothing wrong" : Words.count(findings, "finding")),
                    findings == 0 ? Out.Style.GREEN : Out.Style.RED);
        }
        return findings == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void print(List<Finding> found, Out out) {
        for (Finding finding : found) {
            findings++;
            if (findings <= limit) {
                out.line(json ? json(finding) : text(out, finding));
            }
        }
    }

    private static String text(Out out, Finding finding) {
        return out.styled(finding.rule(), Out.Style.RED) + "  " + Words.name(finding.sessionId()) + ": "
                + Words.printable(finding.message());
    }

    private static String json(Finding finding) {
        return new JsonLine()
                .text("sessionId", finding.sessionId())
                .text("rule", finding.rule())
                .text("message", finding.message())
                .toString();
    }
}

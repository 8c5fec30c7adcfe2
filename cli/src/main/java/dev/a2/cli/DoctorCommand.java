package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Diagnosis;
import dev.a2.store.Diagnosis.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code a2 doctor}: can sessions be trusted to this database? */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Looks at a store's database: version, durability, settings, rights.",
            "Changes nothing. Ends with 1 if anything is wrong."
        })
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--json", description = "One JSON object per finding and line.")
    private boolean json;

    @Override
    public Integer call() {
        Out out = Commands.out(spec);
        List<Diagnosis> found = store.existing().diagnose();
        if (json) {
            found.forEach(diagnosis -> out.line(json(diagnosis)));
        } else {
            print(found, out);
        }
        boolean wrong = found.stream().anyMatch(one -> one.verdict() == Verdict.WRONG);
        return wrong ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private static void print(List<Diagnosis> found, Out out) {
        Table table = new Table().column("").column("what").column("found").column("meaning");
        for (Diagnosis diagnosis : found) {
            table.row()
                    .cell(word(diagnosis.verdict()), style(diagnosis.verdict()))
                    .cell(diagnosis.subject())
                    .cell(Words.printable(diagnosis.found()))
                    .cell(Words.printable(diagnosis.meaning()));
        }
        table.print(out);
    }

    private static String word(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private static Out.Style style(Verdict verdict) {
        return switch (verdict) {
            case GOOD -> Out.Style.GREEN;
            case NOTICE -> Out.Style.YELLOW;
            case WRONG -> Out.Style.RED;
        };
    }

    private static String json(Diagnosis diagnosis) {
        return new JsonLine()
                .text("subject", diagnosis.subject())
                .text("verdict", word(diagnosis.verdict()))
                .text("found", diagnosis.found())
                .text("meaning", diagnosis.meaning())
                .toString();
    }
}

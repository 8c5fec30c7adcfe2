package dev.a2.cli;

import dev.a2.UndecodableEventException;
import dev.a2.store.StoreException;
import dev.a2.transfer.FormatException;
import dev.a2.transfer.MoveException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** What is said when a command fails: one line. */
final class Errors {
    private Errors() {}

    static int usage(ParameterException error, String[] args) {
        CommandLine line = error.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("a2: " + Words.printable(Settings.place(error) + error.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(error, err);
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }

    static int failure(Exception failure, CommandLine line, boolean debug) {
        PrintWriter err = line.getErr();
        line.getOut().flush();
        err.println("a2: " + message(failure));
        if (debug) {
            failure.printStackTrace(err);
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }

    private static String message(Exception failure) {
        String text = Words.printable(String.valueOf(failure.getMessage()));
        return switch (failure) {
            case StoreException e -> text;
            case CommandFailure e -> text;
            case FormatException e -> text;
            case MoveException e -> text;
            case UndecodableEventException e -> text;
            case UncheckedIOException e -> text;
            case IOException e -> text + " (" + e.getClass().getSimpleName() + ")";
            default -> failure.getClass().getName() + ": " + text + "; --debug shows where";
        };
    }
}

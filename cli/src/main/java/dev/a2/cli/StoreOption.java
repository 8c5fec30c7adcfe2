package dev.a2.cli;

import dev.a2.store.SessionStore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which store a command works on. */
final class StoreOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "The store: sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE, redis://HOST:PORT/?prefix=PREFIX,"
                            + " https://HOST/?prefix=PREFIX (Redis over HTTP) or memory:."
                            + " Default: the variable A2_STORE, else sqlite:a2.db, or sqlite:demo.db where only that exists.")
    private @Nullable String url;

    /** The store that is there; never makes one. */
    SessionStore openExisting() {
        return existing().open();
    }

    /** What names the store that is there. */
    StoreUrl existing() {
        StoreUrl store = url();
        if (!store.exists()) {
            throw new CommandFailure("there is no store " + store + (url == null ? "; name one with --store" : ""));
        }
        return store;
    }

    /** The store, made if it is not there. */
    SessionStore openOrMake() {
        return url().open();
    }

    /** What names the store, be it there or not. */
    StoreUrl wanted() {
        return url();
    }

    /** What was asked for; null if nothing was. */
    @Nullable String given() {
        return url;
    }

    private StoreUrl url() {
        Surroundings around = Commands.surroundings(command);
        String named = url;
        return named != null
                ? parse(command, named)
                : refusing(
                        command, () -> StoreUrl.standard(around.environment().apply("A2_STORE"), around.directory()));
    }

    /** The store that an option's text names. */
    static StoreUrl parse(CommandSpec command, String text) {
        return refusing(
                command,
                () -> StoreUrl.parse(text, Commands.surroundings(command).directory()));
    }

    private static StoreUrl refusing(CommandSpec command, Supplier<StoreUrl> parsing) {
        try {
            return parsing.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}

package dev.a2.cli;

import dev.a2.Contract;
import dev.a2.ContractProvider;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The contracts that a command knows: those on the class path, and those in further jars. */
final class Contracts {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--contracts",
            paramLabel = "PATH",
            description =
                    "Jars and folders of classes with contracts (services of dev.a2.ContractProvider), and what they"
                            + " need, separated as in a class path. Default: the variable A2_CONTRACTS")
    private @Nullable String path;

    @Option(names = "--contract", paramLabel = "NAME", description = "The contract that is meant, where several fit.")
    private @Nullable String name;

    /** Those that fit, which are at most the one that was named. */
    List<Contract<?>> find(Predicate<Contract<?>> fits) {
        List<Contract<?>> all = all();
        List<Contract<?>> found = all.stream()
                .filter(contract -> name == null || contract.name().equals(name))
                .toList();
        if (name != null && found.isEmpty()) {
            throw misunderstood("there is no contract " + Words.name(name) + "; known are: " + names(all));
        }
        return found.stream().filter(fits).toList();
    }

    /** The only one of them. */
    Contract<?> only(List<Contract<?>> found) {
        if (found.size() > 1) {
            throw misunderstood("several contracts fit: " + names(found) + "; name one with --contract");
        }
        return found.get(0);
    }

    ParameterException misunderstood(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    static String names(List<Contract<?>> contracts) {
        return contracts.isEmpty()
                ? "none"
                : contracts.stream()
                        .map(contract -> Words.name(contract.name()))
                        .collect(Collectors.joining(", "));
    }

    List<Contract<?>> all() {
        List<Contract<?>> all = new ArrayList<>();
        for (ContractProvider provider : ServiceLoader.load(ContractProvider.class, loader())) {
            all.add(provider.contract());
        }
        return all;
    }

    private ClassLoader loader() {
        Surroundings around = Commands.surroundings(command);
        String places = path != null ? path : around.environment().apply("A2_CONTRACTS");
        ClassLoader own = Contracts.class.getClassLoader();
        if (places == null || places.isEmpty()) {
            return own;
        }
        List<URL> urls = new ArrayList<>();
        for (String place : places.split(File.pathSeparator, -1)) {
            Path resolved = around.directory().resolve(place);
            if (!Files.exists(resolved)) {
                throw misunderstood("there are no contracts at " + place);
            }
            try {
                urls.add(resolved.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalStateException("a path without a URL: " + resolved, e);
            }
        }
        // Never closed: handlers and reducers load their classes until the process ends.
        return new URLClassLoader(urls.toArray(URL[]::new), own);
    }
}

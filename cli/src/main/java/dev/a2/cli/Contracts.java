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
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The contracts that a command knows: the program's own, such as the demo's, and those that the user brings along. */
final class Contracts {
    /**
     * A contract.
     *
     * @param isOwn whether it came with the program
     */
    private record Known(Contract<?> contract, boolean isOwn) {}

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

    /** The one that fits, or the one that was named; nothing if none fits. */
    Optional<Contract<?>> find(Predicate<Contract<?>> fits) {
        return find(all(), fits);
    }

    /** The same, but one that came with the program must be named. */
    Optional<Contract<?>> findBrought(Predicate<Contract<?>> fits) {
        return find(
                all().stream().filter(known -> !known.isOwn() || name != null).toList(), fits);
    }

    private Optional<Contract<?>> find(List<Known> all, Predicate<Contract<?>> fits) {
        List<Contract<?>> found = new ArrayList<>();
        for (Known known : all) {
            if ((name == null || known.contract().name().equals(name)) && fits.test(known.contract())) {
                found.add(known.contract());
            }
        }
        if (name != null
                && all.stream().noneMatch(known -> known.contract().name().equals(name))) {
            throw misunderstood("there is no contract " + Words.name(name) + "; known are: "
                    + names(all.stream().<Contract<?>>map(Known::contract).toList()));
        }
        if (found.size() > 1) {
            throw misunderstood("several contracts fit: " + names(found) + "; name one with --contract");
        }
        return found.stream().findFirst();
    }

    /** Whether one was named. */
    boolean isNamed() {
        return name != null;
    }

    /** The reducers of all contracts. */
    Set<String> reducers() {
        Set<String> reducers = new TreeSet<>();
        all().forEach(known -> reducers.addAll(known.contract().reducers().keySet()));
        return reducers;
    }

    ParameterException misunderstood(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    private static String names(List<Contract<?>> contracts) {
        return contracts.isEmpty()
                ? "none"
                : contracts.stream()
                        .map(contract -> Words.name(contract.name()))
                        .collect(Collectors.joining(", "));
    }

    private List<Known> all() {
        List<Known> all = new ArrayList<>();
        ClassLoader own = Contracts.class.getClassLoader();
        try {
            Set<Class<?>> ownProviders = ServiceLoader.load(ContractProvider.class, own).stream()
                    .map(ServiceLoader.Provider::type)
                    .collect(Collectors.toSet());
            for (ContractProvider provider : ServiceLoader.load(ContractProvider.class, loader(own))) {
                all.add(new Known(provider.contract(), ownProviders.contains(provider.getClass())));
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new CommandFailure("a contract cannot be loaded: " + e.getMessage(), e);
        }
        return all;
    }

    private ClassLoader loader(ClassLoader own) {
        Surroundings around = Commands.surroundings(command);
        String places = path != null ? path : around.environment().apply("A2_CONTRACTS");
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

package dev.a2.cli;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options of {@code a2 serve} that do not stand on the command line: variables {@code A2_…}, else the file that
 * {@code --config} names.
 */
final class Settings implements IDefaultValueProvider {
    private static final String CONFIG = "config";

    /** Their options look for their variables by themselves. */
    private static final Set<String> WITH_OWN_VARIABLE = Set.of("store", "contracts");

    private final Map<String, String> places = new HashMap<>();
    private @Nullable ConfigFile file;
    private @Nullable IllegalArgumentException problem;

    /** Those of a command. */
    static Settings of(CommandSpec command) {
        return (Settings) command.defaultValueProvider();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        String key = argument instanceof OptionSpec option ? key(option) : "";
        if (!keys(argument.command()).contains(key) && !key.equals(CONFIG)) {
            return null;
        }
        Optional<ConfigFile.Line> value = variable(argument.command(), key);
        if (value.isEmpty() && !key.equals(CONFIG)) {
            value = file(argument.command()).get(key);
        } else if (WITH_OWN_VARIABLE.contains(key)) {
            return null;
        }
        value.ifPresent(line -> places.put(key, line.place()));
        return value.map(ConfigFile.Line::value).orElse(null);
    }

    private static Optional<ConfigFile.Line> variable(CommandSpec command, String key) {
        String name = "A2_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
        String value = Commands.surroundings(command).environment().apply(name);
        // An empty secret is no secret, but one that was meant to be there (F67).
        if (value == null || value.isEmpty() && !key.equals(ConfigFile.SECRET)) {
            return Optional.empty();
        }
        return Optional.of(new ConfigFile.Line(value, "the variable " + name));
    }

    private ConfigFile file(CommandSpec command) {
        ConfigFile known = file;
        if (known != null) {
            return known;
        }
        ConfigFile read = ConfigFile.empty();
        Object given = command.findOption("--" + CONFIG).getValue();
        String name = given != null
                ? given.toString()
                : variable(command, CONFIG).map(ConfigFile.Line::value).orElse(null);
        if (name != null) {
            Path path = Commands.surroundings(command).directory().resolve(name);
            try {
                read = ConfigFile.read(path, keys(command));
            } catch (IllegalArgumentException e) {
                // Said later: whoever asks for defaults passes over failures.
                problem = e;
            }
        }
        file = read;
        return read;
    }

    /** The options of {@code a2 serve} that take a value. */
    private static Set<String> keys(CommandSpec command) {
        Set<String> keys = new HashSet<>();
        CommandLine serve = Objects.requireNonNull(command.root().subcommands().get("serve"));
        for (OptionSpec option : serve.getCommandSpec().options()) {
            if (option.arity().max() > 0) {
                keys.add(key(option));
            }
        }
        keys.remove(CONFIG);
        return keys;
    }

    private static String key(OptionSpec option) {
        return option.longestName().substring(2);
    }

    /** Refuses a file that cannot be read or says what nobody knows. */
    void check(CommandSpec command) {
        file(command);
        if (problem != null) {
            throw new ParameterException(command.commandLine(), String.valueOf(problem.getMessage()), problem);
        }
    }

    /** The secrets that stand in the environment and the file themselves, by where. */
    Map<String, String> secrets(CommandSpec command) {
        Map<String, String> secrets = new HashMap<>();
        variable(command, ConfigFile.SECRET).ifPresent(line -> secrets.put(line.place(), line.value()));
        file(command).get(ConfigFile.SECRET).ifPresent(line -> secrets.put(line.place(), line.value()));
        return secrets;
    }

    /** Where the value stands that an error is about, in front of what is said about it; nothing for the command line. */
    static String place(ParameterException error) {
        if (error.getArgSpec() instanceof OptionSpec option
                && error.getCommandLine().getCommandSpec().defaultValueProvider() instanceof Settings settings) {
            String place = settings.places.get(key(option));
            return place == null ? "" : place + ": ";
        }
        return "";
    }
}

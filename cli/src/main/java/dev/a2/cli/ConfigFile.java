package dev.a2.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file with options of {@code a2 serve}: lines of {@code key = value}, where the key is an option's name without its dashes,
 * {@code session-secret}, or {@code token.NAME} with the value {@code ROLES HASH}. Lines that begin with {@code #} are comments.
 */
final class ConfigFile {
    static final String SECRET = "session-secret";
    private static final String TOKEN = "token";
    private static final String TOKEN_PREFIX = TOKEN + ".";

    private final Map<String, Line> lines;

    /** A value and where it stands. */
    record Line(String value, String place) {}

    private ConfigFile(Map<String, Line> lines) {
        this.lines = lines;
    }

    static ConfigFile empty() {
        return new ConfigFile(Map.of());
    }

    /**
     * What a file says.
     *
     * @param options the keys that it may have beside those of its own
     * @throws IllegalArgumentException with the file and the line if it cannot be read or says what nobody knows
     */
    static ConfigFile read(Path file, Set<String> options) {
        Map<String, Line> lines = new LinkedHashMap<>();
        int number = 0;
        for (String text : lines(file)) {
            number++;
            String line = text.strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(line, file + " line " + number, options, lines);
            }
        }
        return new ConfigFile(lines);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the file " + file, e);
        }
    }

    private static void add(String line, String place, Set<String> options, Map<String, Line> lines) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            // Not the line itself: it may be a secret.
            throw new IllegalArgumentException(place + ": there is no '='; write key = value");
        }
        String key = line.substring(0, equals).strip();
        if (!key.startsWith(TOKEN_PREFIX) && !key.equals(SECRET) && !(options.contains(key) && !key.equals(TOKEN))) {
            String known = options.stream()
                    .filter(option -> !option.equals(TOKEN))
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new IllegalArgumentException(place + ": nobody knows '" + key + "'; there are " + known + ", "
                    + SECRET + " and " + TOKEN_PREFIX + "NAME");
        }
        String value = line.substring(equals + 1).strip();
        if (lines.put(key, new Line(key.startsWith(TOKEN_PREFIX) ? token(key, value, place) : value, place)) != null) {
            throw new IllegalArgumentException(place + ": '" + key + "' stands there twice");
        }
    }

    /** As the option wants it. */
    private static String token(String key, String value, String place) {
        String[] parts = value.split("\\s+", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    place + ": '" + key + "' needs roles and a hash, as a2 token prints them: read,append 5f3c…");
        }
        String name = key.substring(TOKEN_PREFIX.length());
        String token = name + ":" + parts[0] + ":" + parts[1];
        try {
            new ApiTokenConverter().convert(token);
        } catch (picocli.CommandLine.TypeConversionException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
        return token;
    }

    /** What it says of a key; the tokens together. */
    Optional<Line> get(String key) {
        if (!key.equals(TOKEN)) {
            return Optional.ofNullable(lines.get(key));
        }
        List<String> tokens = new ArrayList<>();
        lines.forEach((name, line) -> {
            if (name.startsWith(TOKEN_PREFIX)) {
                tokens.add(line.value());
            }
        });
        return tokens.isEmpty() ? Optional.empty() : Optional.of(new Line(String.join(" ", tokens), "its tokens"));
    }
}

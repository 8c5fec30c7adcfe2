package dev.a2.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Scripts made whole: each file that one includes is put in once, dependencies first. An include is a comment line,
 * {@code -- @include lib/rows}; one whose names the file does not use is refused, as is a cycle. What a file tries before anything
 * else, so that the rest need not even be set up, it names by {@code -- @first lib/claim_fresh}.
 */
final class LuaFiles {
    private static final Pattern INCLUDE = Pattern.compile("^-- @include (\\S+)$");
    private static final Pattern FIRST = Pattern.compile("^-- @first (\\S+)$");
    private static final Pattern DEFINED = Pattern.compile("^local (?:function )?([a-z0-9_]+(?:, [a-z0-9_]+)*)");
    private static final Pattern COMMENT = Pattern.compile("^\\s*--.*$");

    private final UnaryOperator<String> source;

    /** Files by name without ending, such as {@code lib/rows}. */
    LuaFiles(UnaryOperator<String> source) {
        this.source = source;
    }

    /** The files beside this class. */
    static LuaFiles ofTheStore() {
        return new LuaFiles(name -> {
            try (InputStream in = LuaFiles.class.getResourceAsStream("lua/" + name + ".lua")) {
                if (in == null) {
                    throw new IllegalStateException("there is no script file " + name + ".lua");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The same, with another file in one's place, which defines the same names. */
    LuaFiles with(String name, String instead) {
        return new LuaFiles(asked -> source.apply(asked.equals(name) ? instead : asked));
    }

    /** The text of files, one behind the other, with all that they include, without comments. */
    String expand(String... names) {
        Map<String, String> done = new LinkedHashMap<>();
        for (String name : names) {
            add(name, done, new LinkedHashSet<>());
        }
        StringBuilder text = new StringBuilder();
        done.values().forEach(text::append);
        return text.toString();
    }

    private void add(String name, Map<String, String> done, Set<String> open) {
        if (done.containsKey(name)) {
            return;
        }
        if (!open.add(name)) {
            throw new IllegalStateException("the script file " + name + " includes itself: " + open);
        }
        List<String> lines = source.apply(name).lines().toList();
        for (String first : named(FIRST, lines)) {
            add(first, done, open);
        }
        String code = code(lines);
        for (String include : includes(lines)) {
            checkUse(name, code, include);
            add(include, done, open);
        }
        open.remove(name);
        done.put(name, code);
    }

    private void checkUse(String name, String code, String include) {
        boolean used = names(source.apply(include).lines().toList())
                .anyMatch(word ->
                        Pattern.compile("\\b" + word + "\\b").matcher(code).find());
        if (!used) {
            throw new IllegalStateException(
                    "the script file " + name + " includes " + include + " and uses none of it");
        }
    }

    /** What a file includes itself. */
    static List<String> includes(List<String> lines) {
        return named(INCLUDE, lines);
    }

    private static List<String> named(Pattern directive, List<String> lines) {
        return lines.stream()
                .map(directive::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
    }

    /** The names that a file defines for others. */
    static Stream<String> names(List<String> lines) {
        return lines.stream()
                .map(DEFINED::matcher)
                .filter(Matcher::find)
                .flatMap(line -> Stream.of(line.group(1).split(", ")));
    }

    private static String code(List<String> lines) {
        StringBuilder code = new StringBuilder();
        lines.stream()
                .filter(line -> !line.isBlank() && !COMMENT.matcher(line).matches())
                .forEach(line -> code.append(line).append('\n'));
        return code.toString();
    }
}

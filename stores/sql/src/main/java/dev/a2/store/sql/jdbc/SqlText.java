package dev.a2.store.sql.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as JDBC takes it, with question marks, and where its named parameters went.
 *
 * <p>The file opens with comment lines; those that begin with {@code -- :} list the parameters, all of them and no others.
 *
 * @param text the statement without its comments
 * @param positions the places of each parameter, counted from 1
 */
public record SqlText(String text, Map<String, int[]> positions) {
    private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)");

    /** What the text holds: a comment, a quoted text or name, a cast, or a parameter. */
    private static final Pattern TOKEN = Pattern.compile("--[^\n]*|'[^']*'|\"[^\"]*\"|::|" + PARAMETER);

    /** Reads a file's content. */
    public static SqlText parse(String name, String content) {
        Set<String> declared = declared(content);
        StringBuilder text = new StringBuilder();
        Map<String, List<Integer>> found = new LinkedHashMap<>();
        Matcher token = TOKEN.matcher(content);
        int count = 0;
        while (token.find()) {
            String parameter = token.group(1);
            String instead = token.group();
            if (parameter != null) {
                instead = "?";
                found.computeIfAbsent(parameter, key -> new ArrayList<>()).add(++count);
            } else if (instead.startsWith("--")) {
                instead = "";
            }
            token.appendReplacement(text, Matcher.quoteReplacement(instead));
        }
        token.appendTail(text);
        if (!declared.equals(found.keySet())) {
            throw new IllegalStateException("the statement " + name + " uses the parameters " + found.keySet()
                    + ", but its opening comment lists " + declared);
        }
        Map<String, int[]> positions = new LinkedHashMap<>();
        found.forEach((parameter, places) -> positions.put(
                parameter, places.stream().mapToInt(Integer::intValue).toArray()));
        return new SqlText(text.toString().strip(), positions);
    }

    private static Set<String> declared(String content) {
        Set<String> names = new LinkedHashSet<>();
        for (String line :
                content.lines().takeWhile(line -> line.startsWith("--")).toList()) {
            if (line.startsWith("-- :")) {
                Matcher parameter = PARAMETER.matcher(line);
                while (parameter.find()) {
                    names.add(parameter.group(1));
                }
            }
        }
        return names;
    }
}

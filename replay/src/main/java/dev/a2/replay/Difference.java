package dev.a2.replay;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where two JSON values first differ.
 *
 * @param path such as {@code $.events[0].payload}
 * @param expected the text there, or words for what is absent
 * @param got the text there, or words for what is absent
 */
record Difference(String path, String expected, String got) {
    private static final String ABSENT = "(absent)";

    /** Object members in any order, arrays in order, numbers as IEEE doubles; null when both mean the same. */
    static @Nullable Difference first(Node expected, Node got) {
        return first("$", expected, got);
    }

    private static @Nullable Difference first(String path, Node expected, Node got) {
        if (expected.value() instanceof Map<?, ?> && got.value() instanceof Map<?, ?>) {
            return inObject(path, expected.members(), got.members());
        }
        if (expected.value() instanceof List<?> && got.value() instanceof List<?>) {
            return inArray(path, expected.items(), got.items());
        }
        return same(expected.value(), got.value()) ? null : new Difference(path, expected.text(), got.text());
    }

    private static @Nullable Difference inObject(String path, Map<String, Node> expected, Map<String, Node> got) {
        for (Map.Entry<String, Node> member : expected.entrySet()) {
            String there = path + step(member.getKey());
            Node other = got.get(member.getKey());
            Difference difference = other == null
                    ? new Difference(there, member.getValue().text(), ABSENT)
                    : first(there, member.getValue(), other);
            if (difference != null) {
                return difference;
            }
        }
        for (Map.Entry<String, Node> member : got.entrySet()) {
            if (!expected.containsKey(member.getKey())) {
                return new Difference(
                        path + step(member.getKey()), ABSENT, member.getValue().text());
            }
        }
        return null;
    }

    private static @Nullable Difference inArray(String path, List<Node> expected, List<Node> got) {
        int shared = Math.min(expected.size(), got.size());
        for (int i = 0; i < shared; i++) {
            Difference difference = first(path + "[" + i + "]", expected.get(i), got.get(i));
            if (difference != null) {
                return difference;
            }
        }
        if (expected.size() != got.size()) {
            return new Difference(
                    path + "[" + shared + "]",
                    shared < expected.size() ? expected.get(shared).text() : ABSENT,
                    shared < got.size() ? got.get(shared).text() : ABSENT);
        }
        return null;
    }

    private static boolean same(@Nullable Object expected, @Nullable Object got) {
        if (expected instanceof Node.Literal a && got instanceof Node.Literal b) {
            return Double.parseDouble(a.digits()) == Double.parseDouble(b.digits());
        }
        return expected == null ? got == null : expected.equals(got);
    }

    private static String step(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? "." + name : "[" + dev.a2.codec.Strings.quote(name) + "]";
    }
}

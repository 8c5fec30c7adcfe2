package dev.a2.cli;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What changed from one JSON value to another, a line for each place. */
final class JsonDiff {
    private final Out out;
    private boolean any;

    private JsonDiff(Out out) {
        this.out = out;
    }

    static void print(Out out, Json before, Json after) {
        JsonMapper mapper = JsonMapper.shared();
        JsonDiff diff = new JsonDiff(out);
        diff.compare("$", mapper.readTree(before.text()), mapper.readTree(after.text()));
        if (!diff.any) {
            out.line("no difference");
        }
    }

    private void compare(String path, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == null && after != null) {
            print("+ " + path + ": " + after, Out.Style.GREEN);
        } else if (before != null && after == null) {
            print("- " + path + ": " + before, Out.Style.RED);
        } else if (before != null && after != null) {
            if (before.isObject() && after.isObject()) {
                Set<String> names = new LinkedHashSet<>(before.propertyNames());
                names.addAll(after.propertyNames());
                names.forEach(name -> compare(path + step(name), before.get(name), after.get(name)));
            } else if (before.isArray() && after.isArray()) {
                for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                    compare(path + "[" + i + "]", before.get(i), after.get(i));
                }
            } else if (!before.equals(after)) {
                print("~ " + path + ": " + before + " -> " + after, Out.Style.YELLOW);
            }
        }
    }

    private void print(String line, Out.Style style) {
        any = true;
        out.line(Words.printable(line), style);
    }

    private static String step(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? "." + name : "[" + Strings.quote(name) + "]";
    }
}

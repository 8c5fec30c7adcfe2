package dev.a2.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One file of recorded operations. Lines end with {@code \n} only: other line ends stand inside of JSON texts. */
public final class Trace {
    /** One recorded operation; exactly one of {@code ok} and {@code errorCode} counts. */
    record Step(
            int line,
            String op,
            Node args,
            Node ok,
            @Nullable String errorCode) {}

    private final String source;
    private final Node header;
    private final List<Step> steps;

    private Trace(String source, Node header, List<Step> steps) {
        this.source = source;
        this.header = header;
        this.steps = List.copyOf(steps);
    }

    /** The trace in a file. */
    public static Trace read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * The trace in a text.
     *
     * @param source names it in reports, such as its path
     * @throws IllegalArgumentException when the text is no trace
     */
    public static Trace parse(String source, String text) {
        List<Step> steps = new ArrayList<>();
        Node header = null;
        int line = 0;
        for (String content : text.split("\n", -1)) {
            line++;
            if (content.isEmpty()) {
                continue;
            }
            try {
                Node node = Node.parse(content);
                if (header == null) {
                    header = node;
                } else {
                    steps.add(step(line, node));
                }
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(
                        source + ":" + line + " is no line of a trace: " + e.getMessage(), e);
            }
        }
        if (header == null) {
            throw new IllegalArgumentException(source + " is empty; a trace begins with a line about itself");
        }
        return new Trace(source, header, steps);
    }

    private static Step step(int line, Node node) {
        Node error = node.get("error");
        Node ok = node.members().get("ok");
        return new Step(
                line,
                node.string("op"),
                node.require("args"),
                ok == null ? Node.parse("null") : ok,
                error == null ? null : error.string("code"));
    }

    /** What the trace calls itself. */
    public String name() {
        String name = header.optionalString("name");
        return name == null ? source : name;
    }

    /** Where it came from. */
    public String source() {
        return source;
    }

    /** What it shows, in words; empty when it does not say. */
    public String about() {
        String about = header.optionalString("about");
        return about == null ? "" : about;
    }

    /** The rules that it shows. */
    public List<String> rules() {
        return header.items("rules").stream().map(Node::asString).toList();
    }

    /** How many operations it holds. */
    public int size() {
        return steps.size();
    }

    long nowMs() {
        return header.number("now");
    }

    String idPrefix() {
        return header.require("ids").string("prefix");
    }

    long firstId() {
        return header.require("ids").number("next");
    }

    List<Step> steps() {
        return steps;
    }
}

package dev.a2.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation shows exists: programs are quoted from sources that are compiled and tested, links lead somewhere. */
final class DocumentationTest {
    private static final Pattern PROGRAM = Pattern.compile("(?s)(?:<!-- source: (\\S+) -->\\n)?```java\\n(.*?)```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    private final Path root = Path.of("").toAbsolutePath().resolveSibling("");

    @Test
    void programsAreQuotedFromSourcesThatRun() throws IOException {
        for (Path page : pages()) {
            assertThat(programs(Files.readString(page), root))
                    .as(root.relativize(page).toString())
                    .isEmpty();
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        for (Path page : pages()) {
            assertThat(deadLinks(Files.readString(page), page))
                    .as(root.relativize(page).toString())
                    .isEmpty();
        }
    }

    @Test
    void aProgramOfUnknownOriginAChangedQuoteAndADeadLinkAreNoticed() throws IOException {
        String source = "architecture/src/test/java/dev/a2/architecture/DocumentationTest.java";

        assertThat(programs("```java\nint i;\n```", root)).hasSize(1);
        assertThat(programs("<!-- source: " + source + " -->\n```java\nno such line\n```", root))
                .hasSize(1);
        assertThat(programs("<!-- source: " + source + " -->\n```java\nfinal class DocumentationTest {\n```", root))
                .isEmpty();
        assertThat(deadLinks(
                        "[there](nowhere.md) [here](README.md#top) [out](https://example.org/x)",
                        root.resolve("README.md")))
                .containsExactly("nowhere.md");
    }

    private List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(root)) {
            top.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
        }
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
        }
        assertThat(pages).hasSizeGreaterThan(5);
        return pages;
    }

    private static List<String> programs(String page, Path root) throws IOException {
        List<String> problems = new ArrayList<>();
        Matcher programs = PROGRAM.matcher(page);
        while (programs.find()) {
            String source = programs.group(1);
            if (source == null) {
                problems.add("a program without a source: "
                        + programs.group(2).lines().findFirst());
            } else if (!flat(Files.readString(root.resolve(source))).contains(flat(programs.group(2)))) {
                problems.add("a program that is not what stands in " + source);
            }
        }
        return problems;
    }

    /** Lines without their indentation, so that a region may be quoted from inside a class. */
    private static String flat(String text) {
        return "\n" + String.join("\n", text.lines().map(String::strip).toList()) + "\n";
    }

    private static List<String> deadLinks(String page, Path file) {
        return LINK.matcher(page)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !Files.exists(file.resolveSibling(link)))
                .toList();
    }
}

package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every numbered rule of the contract has a test, or a reason why it has none. */
class SpecCoverageTest {
    /** Parts of the contract that have no number. */
    private static final Set<String> UNNUMBERED = Set.of("LIMITS", "MODEL");

    private static final Pattern RULE = Pattern.compile("^- ([A-Z]+-\\d+) ", Pattern.MULTILINE);
    private static final Pattern INVARIANT = Pattern.compile("^- \\*\\*(I\\d+) ", Pattern.MULTILINE);
    private static final Pattern UNTESTED = Pattern.compile("^- ([A-Z]+-\\d+): (.*)$", Pattern.MULTILINE);

    private final Path project = project();
    private final Set<String> rules = ids(RULE, "docs/reference/store-contract.md");
    private final Set<String> invariants = ids(INVARIANT, "docs/reference/model.md");
    private final Map<String, List<String>> tests = tests();
    private final Map<String, List<String>> traces = traces();
    private final Map<String, String> untested = untested();

    @Test
    void everyRuleHasATestOrAReasonWhyNot() {
        Set<String> bare = new TreeSet<>(rules);
        bare.removeAll(tests.keySet());
        bare.removeAll(untested.keySet());

        assertThat(bare)
                .as("rules with neither a test nor a line in tck/untested.md")
                .isEmpty();
        assertThat(rules).as("rules found in the contract").hasSizeGreaterThan(90);
    }

    @Test
    void everyTestNamesRulesThatExist() {
        Set<String> unknown = new TreeSet<>(tests.keySet());
        unknown.addAll(traces.keySet());
        unknown.removeAll(rules);
        unknown.removeAll(invariants);
        unknown.removeAll(UNNUMBERED);

        assertThat(unknown)
                .as("rules that tests name and the contract does not")
                .isEmpty();
    }

    @Test
    void everyTestOfTheKitNamesARule() {
        assertThat(methods().filter(method -> method.isAnnotationPresent(Test.class)))
                .allMatch(method -> method.isAnnotationPresent(Rule.class), "has @Rule");
    }

    @Test
    void onlyRulesWithoutTestAreExcused() {
        assertThat(untested.keySet()).as("rules in tck/untested.md").isSubsetOf(rules);
        assertThat(untested.keySet()).as("excused rules that have a test").doesNotContainAnyElementsOf(tests.keySet());
        assertThat(untested.values()).as("reasons").allMatch(reason -> reason.length() > 10);
    }

    @Test
    void theCoverageIsWrittenDown() throws IOException {
        StringBuilder table = new StringBuilder(
                        "# Rules and their tests\n\n| rule | tests | vectors | what shows it |\n")
                .append("| --- | --- | --- | --- |\n");
        List<String> all = new ArrayList<>(rules);
        all.addAll(invariants);
        all.addAll(UNNUMBERED);
        for (String rule : all) {
            List<String> named = tests.getOrDefault(rule, List.of());
            table.append("| %s | %d | %d | %s |\n"
                    .formatted(
                            rule,
                            named.size(),
                            traces.getOrDefault(rule, List.of()).size(),
                            named.isEmpty()
                                    ? "*untested: " + untested.getOrDefault(rule, "an invariant, shown by rules") + "*"
                                    : String.join("; ", named)));
        }

        Files.writeString(Files.createDirectories(Path.of("target")).resolve("rule-coverage.md"), table);
    }

    private static Stream<Method> methods() {
        return Stream.of(StoreTck.class.getMethods());
    }

    private static Map<String, List<String>> tests() {
        Map<String, List<String>> byRule = new TreeMap<>();
        methods().filter(method -> method.isAnnotationPresent(Rule.class)).forEach(method -> {
            for (String rule : method.getAnnotation(Rule.class).value()) {
                byRule.computeIfAbsent(rule, id -> new ArrayList<>()).add(method.getName());
            }
        });
        return byRule;
    }

    private static Map<String, List<String>> traces() {
        Map<String, List<String>> byRule = new TreeMap<>();
        Stream.of("named", "layout")
                .flatMap(Vectors::in)
                .forEach(file -> Vectors.trace(file)
                        .rules()
                        .forEach(rule -> byRule.computeIfAbsent(rule, id -> new ArrayList<>())
                                .add(file)));
        return byRule;
    }

    private Set<String> ids(Pattern pattern, String file) {
        return pattern.matcher(text(file))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<String, String> untested() {
        return UNTESTED.matcher(text("tck/untested.md"))
                .results()
                .collect(Collectors.toMap((MatchResult found) -> found.group(1), found -> found.group(2)));
    }

    private String text(String file) {
        try {
            return Files.readString(project.resolve(file));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    private static Path project() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/reference/store-contract.md"))) {
            Path above = here.getParent();
            if (above == null) {
                throw new IllegalStateException("no docs/reference/store-contract.md above "
                        + Path.of("").toAbsolutePath());
            }
            here = above;
        }
        return here;
    }
}

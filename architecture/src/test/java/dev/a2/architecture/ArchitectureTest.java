package dev.a2.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.a2.architecture.HouseRules.HouseRule;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ArchitectureTest {
    private static final String CODE_ROOT = "dev.a2";
    private static final String PLANTED_ROOT = "dev.a2.architecture.planted";

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(CODE_ROOT);
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages(PLANTED_ROOT);

    private static final HouseRules PLANTED_RULES = new HouseRules(PLANTED_ROOT);

    @TestFactory
    Stream<DynamicTest> theCodeObeysEveryRule() {
        return new HouseRules(CODE_ROOT)
                .all().stream()
                        .map(HouseRule::rule)
                        .map(rule -> dynamicTest(rule.getDescription(), () -> rule.check(CODE)));
    }

    /** A rule that never fails says nothing: each must report every method of the class planted for it, and no other. */
    @TestFactory
    Stream<DynamicTest> everyRuleWasSeenRed() {
        return PLANTED_RULES.all().stream()
                .map(rule -> dynamicTest("red on " + rule.culprit(), () -> {
                    JavaClass culprit = PLANTED.get(PLANTED_ROOT + "." + rule.culprit());

                    List<String> reports =
                            rule.rule().evaluate(PLANTED).getFailureReport().getDetails();

                    assertThat(reports).allMatch(report -> report.contains(culprit.getName()));
                    for (JavaMethod method : culprit.getMethods()) {
                        assertThat(reports).anyMatch(report -> report.contains(method.getFullName()));
                    }
                }));
    }

    @Test
    void everyRuleHasACulpritOfItsOwn() {
        assertThat(PLANTED_RULES.all()).extracting(HouseRule::culprit).doesNotHaveDuplicates();
    }

    @Test
    void everyPackageHasItsPart() {
        Stream<String> homeless = CODE.stream()
                .filter(type -> Part.of(type, CODE_ROOT).isEmpty())
                .map(JavaClass::getPackageName)
                .distinct();

        assertThat(homeless).as("packages that Part does not know").isEmpty();
    }

    @Test
    void everyPartIsOnTheClassPath() {
        Stream<Part> seen = CODE.stream()
                .map(type -> Part.of(type, CODE_ROOT).orElse(null))
                .filter(Objects::nonNull)
                .distinct();

        assertThat(seen).containsExactlyInAnyOrder(Part.values());
    }
}

package dev.a2.tck;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs only the tests of the rules that the JUnit configuration parameter or system property {@code a2.tck.rules} lists,
 * such as {@code APP-7,CLM-4}.
 */
final class RuleFilter implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String wanted = context.getConfigurationParameter("a2.tck.rules").orElse("");
        if (wanted.isBlank() || context.getTestMethod().isEmpty()) {
            return ConditionEvaluationResult.enabled("every rule is run");
        }
        Rule rule = context.getRequiredTestMethod().getAnnotation(Rule.class);
        Set<String> ids = Set.of(wanted.split("[, ]+"));
        return rule != null && Arrays.stream(rule.value()).anyMatch(ids::contains)
                ? ConditionEvaluationResult.enabled("its rule is asked for")
                : ConditionEvaluationResult.disabled("only " + wanted + " is asked for");
    }
}

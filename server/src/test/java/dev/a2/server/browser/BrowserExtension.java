package dev.a2.server.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Finds the machine's Chromium, starts it once, and gives it to whoever asks. */
final class BrowserExtension implements ExecutionCondition, ParameterResolver {
    private static final Namespace HERE = Namespace.create(BrowserExtension.class);
    private static final List<String> BROWSERS = List.of("/usr/bin/chromium", "/usr/bin/chromium-browser");
    private static final List<String> DRIVERS = List.of("/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (find(BROWSERS).isPresent() && find(DRIVERS).isPresent()) {
            return ConditionEvaluationResult.enabled("there is a browser");
        }
        if ("true".equals(System.getenv("A2_CI"))) {
            throw new IllegalStateException("CI needs the packages chromium and chromium-driver");
        }
        return ConditionEvaluationResult.disabled("the packages chromium and chromium-driver are not installed");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(HERE)
                .computeIfAbsent(
                        Browser.class,
                        key -> new Browser(
                                find(BROWSERS).orElseThrow(), find(DRIVERS).orElseThrow()),
                        Browser.class);
    }

    private static Optional<Path> find(List<String> places) {
        return places.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }
}

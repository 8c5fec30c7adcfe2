package dev.a2.tck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Display names such as {@code APP-7 superseded cause writes nothing}: the rules, then the method's name as a sentence. */
final class RuleNames extends DisplayNameGenerator.Standard {
    @Override
    public String generateDisplayNameForMethod(
            List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
        return displayName(testMethod);
    }

    static String displayName(Method method) {
        Rule rule = method.getAnnotation(Rule.class);
        String sentence = sentence(method.getName());
        return rule == null ? sentence : String.join(" ", rule.value()) + " " + sentence;
    }

    private static String sentence(String name) {
        return name.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}

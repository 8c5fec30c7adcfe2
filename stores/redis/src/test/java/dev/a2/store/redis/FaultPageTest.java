package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of faults names tests that exist, for every fault. */
final class FaultPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (F\\d\\d|`[A-Z].*?|no answer|the connection).*$");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|Rules))\\.(\\w+)`");

    @Test
    void eachFaultHasTestsThatExist() throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/faults-redis.md"));
        List<String> faults = new ArrayList<>();
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            faults.add(row.group(1));
            List<String> tests = TEST.matcher(row.group())
                    .results()
                    .filter(test -> exists(test.group(1), test.group(2)))
                    .map(test -> test.group(2))
                    .toList();
            assertThat(tests).as("a row without a test: %s", row.group(1)).isNotEmpty();
        }

        List<String> wanted = Stream.concat(IntStream.rangeClosed(1, 24).boxed(), Stream.of(39, 40, 52, 53, 71, 72))
                .map(number -> String.format(Locale.ROOT, "F%02d", number))
                .toList();
        assertThat(faults).filteredOn(fault -> fault.startsWith("F")).isEqualTo(wanted);
        assertThat(faults).hasSize(wanted.size() + 12);
    }

    private static boolean exists(String type, String method) {
        String home = type.endsWith("Rules") ? "dev.a2.tck." : "dev.a2.store.redis.";
        try {
            for (Class<?> one = Class.forName(home + type); one != null; one = one.getSuperclass()) {
                if (Stream.of(one.getDeclaredMethods()).map(Method::getName).anyMatch(method::equals)) {
                    return true;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new AssertionError("there is no " + type, e);
        }
        throw new AssertionError("there is no " + type + "." + method);
    }
}

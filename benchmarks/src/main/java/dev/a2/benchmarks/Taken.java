package dev.a2.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What was measured so far: by name and number of callers, a value of each repeat. */
final class Taken {
    private final Map<String, List<Double>> values = new HashMap<>();

    void add(String what, int callers, double value) {
        values.computeIfAbsent(what + " " + callers, key -> new ArrayList<>()).add(value);
    }

    boolean has(String what, int callers) {
        return values.containsKey(what + " " + callers);
    }

    Rates.Rate all(String what, int callers) {
        return Rates.of(Objects.requireNonNull(values.get(what + " " + callers), what));
    }

    double median(String what, int callers) {
        return all(what, callers).median();
    }

    double ratio(String what, String to, int callers) {
        return median(what, callers) / median(to, callers);
    }
}

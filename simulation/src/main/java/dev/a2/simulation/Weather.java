package dev.a2.simulation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How often which fault strikes. A seed switches about half of them off, so that each is seen with and without others. */
final class Weather {
    private static final double MOST = 0.08;

    private final Map<Fault, Double> rates = new EnumMap<>(Fault.class);
    private final Chance chance;
    private boolean calm;
    private long outageUntilNanos;

    Weather(Chance chance, Set<Fault> without) {
        this.chance = chance;
        Chance setting = chance.stream("rates");
        for (Fault fault : Fault.values()) {
            // Both are drawn for every fault, so that leaving one out changes no other.
            boolean on = setting.at(0.5);
            double rate = setting.unit() * MOST;
            if (on && !without.contains(fault)) {
                rates.put(fault, rate);
            }
        }
    }

    /** From now on nothing strikes any more. */
    void calmDown() {
        calm = true;
        outageUntilNanos = 0;
    }

    boolean isCalm() {
        return calm;
    }

    void outage(long untilNanos) {
        if (!calm) {
            outageUntilNanos = untilNanos;
        }
    }

    boolean isOut(long nowNanos) {
        return nowNanos < outageUntilNanos;
    }

    /** Which of these strike now. */
    Set<Fault> strikes(Set<Fault> among) {
        Set<Fault> struck = EnumSet.noneOf(Fault.class);
        for (Fault fault : among) {
            if (chance.at(rates.getOrDefault(fault, 0.0)) && !calm) {
                struck.add(fault);
            }
        }
        return struck;
    }

    Duration upTo(Duration most) {
        return chance.upTo(most);
    }

    @Override
    public String toString() {
        return rates.entrySet().stream()
                .map(rate -> String.format(
                        Locale.ROOT, "%s %.1f%%", rate.getKey().name().toLowerCase(Locale.ROOT), 100 * rate.getValue()))
                .collect(Collectors.joining(", "));
    }
}

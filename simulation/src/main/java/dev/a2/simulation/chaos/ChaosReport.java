package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Asking;
import dev.a2.simulation.chaos.Fact.Began;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.simulation.chaos.Fact.Told;
import dev.a2.store.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What rounds of a run were, and what was found. */
public final class ChaosReport {
    private final FleetTimes times;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Recovery> recoveries = new ArrayList<>();
    private final Map<Stage, Integer> processes = new EnumMap<>(Stage.class);
    private final Map<Stage, Integer> servers = new EnumMap<>(Stage.class);
    private int rounds;
    private int acknowledged;
    private int attempts;
    private Duration longestRest = Duration.ZERO;

    ChaosReport(FleetTimes times) {
        this.times = times;
    }

    /** Adds a round's evidence, which the checks look at. */
    void add(Evidence evidence, Duration rest) {
        rounds++;
        longestRest = longestRest.compareTo(rest) > 0 ? longestRest : rest;
        findings.addAll(Findings.in(evidence));
        recoveries.addAll(new Recoveries(evidence).measure());
        Map<Integer, Integer> counts = new HashMap<>();
        evidence.each(Asking.class, (entry, asking) -> counts.put(asking.first(), asking.count()));
        evidence.each(Told.class, (entry, told) -> acknowledged += counts.getOrDefault(told.first(), 0));
        evidence.each(Began.class, (entry, began) -> attempts++);
        evidence.each(
                Life.class,
                (entry, life) ->
                        (entry.who().equals(Storm.SERVER) ? servers : processes).merge(life.stage(), 1, Integer::sum));
    }

    /** What is wrong; empty when nothing is. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Events that clients appended and were told of. */
    public int acknowledged() {
        return acknowledged;
    }

    /** How often that befell a process. */
    private int count(Stage stage) {
        return processes.getOrDefault(stage, 0);
    }

    /** How many processes were killed. */
    public int kills() {
        return count(Stage.KILLED);
    }

    /** How often the server was killed. */
    public int serverKills() {
        return servers.getOrDefault(Stage.KILLED, 0);
    }

    /** A summary, and a table of recoveries. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d rounds: %d events acknowledged, %d attempts; %d kills, %d stops, %d SIGTERMs, %d server kills; at rest"
                        + " after %.1f s at most",
                rounds,
                acknowledged,
                attempts,
                count(Stage.KILLED),
                count(Stage.PAUSED),
                count(Stage.TERMINATED),
                serverKills(),
                longestRest.toMillis() / 1e3));
        lines.add("| until a head begins elsewhere | count | median | longest | bound | disturbed | longest |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- |");
        for (Recovery.Kind kind : Recovery.Kind.values()) {
            lines.add(row(kind));
        }
        findings.forEach(
                finding -> lines.add("FOUND " + finding.rule() + " " + finding.sessionId() + ": " + finding.message()));
        return lines;
    }

    private String row(Recovery.Kind kind) {
        List<Duration> alone = took(kind, 0, 0);
        List<Duration> disturbed = took(kind, 1, Integer.MAX_VALUE);
        String bound = switch (kind) {
            case KILL -> seconds(times.takeover());
            case PAUSE -> "";
            case GIVE_BACK -> seconds(times.giveBack());
            case SERVER -> seconds(times.reconnect());
        };
        return String.join(
                " | ",
                "| " + kind,
                "" + alone.size(),
                alone.isEmpty() ? "" : seconds(alone.get(alone.size() / 2)),
                alone.isEmpty() ? "" : seconds(alone.get(alone.size() - 1)),
                bound,
                "" + disturbed.size(),
                (disturbed.isEmpty() ? "" : seconds(disturbed.get(disturbed.size() - 1))) + " |");
    }

    private List<Duration> took(Recovery.Kind kind, int least, int most) {
        return recoveries.stream()
                .filter(one -> one.kind() == kind && one.disturbances() >= least && one.disturbances() <= most)
                .map(Recovery::took)
                .map(Objects::requireNonNull)
                .sorted()
                .toList();
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1e3);
    }
}

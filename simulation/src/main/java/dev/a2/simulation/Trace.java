package dev.a2.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened: a sum over all of it, and, where somebody wants to read them, its lines. */
final class Trace {
    private final List<String> lines = new ArrayList<>();
    private final Fibers fibers;
    private final boolean readable;
    private long sum = 0xcbf29ce484222325L;
    private long count;

    Trace(Fibers fibers, boolean readable) {
        this.fibers = fibers;
        this.readable = readable;
    }

    /** Somebody did something; the details are for readers only. */
    void line(Object who, String what, Object... details) {
        add(fibers.nowNanos());
        (who + " " + what).chars().forEach(this::add);
        count++;
        if (readable) {
            StringBuilder line =
                    new StringBuilder(String.format(Locale.ROOT, "%10.6f %-8s %s", fibers.nowNanos() / 1e9, who, what));
            for (Object detail : details) {
                line.append(' ').append(detail);
            }
            lines.add(line.toString());
        }
    }

    private void add(long part) {
        sum = (sum ^ part) * 0x100000001b3L;
    }

    /** The same for two runs in which the same happened. */
    String sum() {
        return String.format(Locale.ROOT, "%016x over %d lines", sum, count);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}

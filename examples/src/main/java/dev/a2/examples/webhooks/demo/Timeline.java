package dev.a2.examples.webhooks.demo;

import dev.a2.examples.webhooks.GitHubEvent;
import dev.a2.examples.webhooks.GitHubEvent.*;
import dev.a2.store.AttemptRef;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A session's log, shortened to what is worth a look: how it begins, what became of the dead letter, and how it ends.
 *
 * @param typed the events as the application reads them, by index
 */
record Timeline(List<Fact> facts, Map<Long, GitHubEvent> typed, PrintWriter out, Paint paint) {
    private static final int WIDTH = 98;
    private static final int FEW = 2;

    static Timeline of(Demo demo, String session, PrintWriter out, Paint paint) {
        Map<Long, GitHubEvent> typed = new TreeMap<>();
        demo.a2().session(session).history().forEach(event -> typed.put(event.index(), event.event()));
        return new Timeline(demo.census().facts(session), typed, out, paint);
    }

    void print() {
        long last = 0;
        for (long index : shown()) {
            if (index > last + 1) {
                out.println(paint.dim("     ⋮  " + (index - last - 1) + " more"));
            }
            out.println(line(facts.get((int) index - 1)));
            last = index;
        }
    }

    private SortedSet<Long> shown() {
        SortedSet<Long> shown = new TreeSet<>();
        add(shown, 1, FEW);
        first(fact -> typed.get(fact.index()) instanceof Opened, FEW, shown);
        first(fact -> typed.get(fact.index()) instanceof ReviewRequested, 0, shown);
        first(fact -> typed.get(fact.index()) instanceof Audited, 0, shown);
        first(fact -> typed.get(fact.index()) instanceof ProfileFound && isRetried(fact), 0, shown);
        first(fact -> typed.get(fact.index()) instanceof Reminded, 0, shown);
        for (Fact fact : facts) {
            AttemptRef cause = fact.cause();
            if (cause != null && isRedriven(fact, cause)) {
                add(shown, cause.index() - 1, cause.index() + 1);
                add(shown, fact.index() - 1, fact.index() + FEW);
            }
        }
        add(shown, facts.size() - FEW, facts.size());
        return shown;
    }

    private void first(Predicate<Fact> which, int more, SortedSet<Long> shown) {
        facts.stream().filter(which).findFirst().ifPresent(fact -> add(shown, fact.index(), fact.index() + more));
    }

    private static boolean isRetried(Fact fact) {
        return fact.cause() != null && fact.cause().attempt() > 1;
    }

    private static boolean isRedriven(Fact fact, AttemptRef cause) {
        return fact.type().equals("notified") && cause.attempt() > Demo.NOTIFY_ATTEMPTS;
    }

    private void add(SortedSet<Long> shown, long from, long through) {
        for (long index = Math.max(1, from); index <= Math.min(facts.size(), through); index++) {
            shown.add(index);
        }
    }

    private String line(Fact fact) {
        String index = paint.dim("%6d  ".formatted(fact.index()));
        AttemptRef cause = fact.cause();
        if (cause == null) {
            return index + paint.bold("%-38s".formatted(fact.type())) + cut(detail(fact), WIDTH - 46);
        }
        String attempt = cause.attempt() > 1 ? ", attempt " + cause.attempt() : "";
        String column = "%-31s".formatted("← " + cause.index() + " by " + cause.consumer() + attempt);
        return index
                + "  %-15s".formatted(fact.type())
                + (attempt.isEmpty() ? paint.dim(column) : paint.cyan(column))
                + cut(detail(fact), WIDTH - 56);
    }

    private String detail(Fact fact) {
        @Nullable GitHubEvent event = typed.get(fact.index());
        return switch (event) {
            case null -> "";
            case Notified notified -> notified.text();
            case Audited audited -> audited.actor() + " " + audited.deed();
            case ProfileFound found -> found.login() + " is " + found.name();
            case CheckReported check -> check.check() + ": " + check.result();
            case Opened opened -> opened.actor() + ": " + opened.subject().title();
            case Labeled labeled -> labeled.actor() + ": " + labeled.label();
            case Reminded reminded -> reminded.reviewer();
            case ReviewRequested requested -> requested.actor() + " asks " + requested.reviewer();
            case Reviewed reviewed -> reviewed.reviewer() + ": " + reviewed.verdict();
            case Told told -> told.actor();
            default -> "";
        };
    }

    private static String cut(String text, int width) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}

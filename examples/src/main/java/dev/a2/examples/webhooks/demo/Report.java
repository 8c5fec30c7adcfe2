package dev.a2.examples.webhooks.demo;

import dev.a2.examples.webhooks.Audit;
import dev.a2.examples.webhooks.Issue;
import dev.a2.examples.webhooks.PullRequest;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the demo has to show, for people, in 100 columns. */
public final class Report {
    private final Demo demo;
    private final PrintWriter out;
    private final Paint paint;

    /** A report on a demo. */
    public Report(Demo demo, PrintWriter out, Paint paint) {
        this.demo = demo;
        this.out = out;
        this.paint = paint;
    }

    /** What is about to happen. */
    public void begin(String store, int deliveriesBefore) {
        out.println(paint.bold("A2 demo") + paint.dim("  a GitHub app takes 329 webhook deliveries into " + store));
        if (deliveriesBefore > 0) {
            out.println("  An earlier run left " + deliveriesBefore + " of them. This one goes on from there.");
        }
        out.println();
        out.flush();
    }

    /** What failed, and what is done about it. */
    public void deadLetter(Demo.Dead dead) {
        var letter = dead.letter();
        out.println();
        out.println("  " + paint.red("dead letter") + "  " + letter.consumer() + " gave up on event " + letter.index()
                + " of " + dead.session() + " after " + letter.attempts() + " attempts:");
        out.println("               " + firstLine(letter.error()));
        if (dead.waiting() > 0) {
            out.println("               Its lane waits: " + dead.waiting() + " messages are behind it.");
        }
        out.flush();
    }

    /** That the cause is gone, and the rest is left to the reader. */
    public void left() {
        out.println("  " + paint.green("repaired") + "     The missing template is in the log of " + Demo.REPOSITORY
                + " now.");
        out.println("               See a2 dead, then a2 redrive --all, then a2 demo: it takes up where it is now.");
        out.flush();
    }

    /** That the cause is gone, and the dead letters are being tried again. */
    public void redriven() {
        out.println("  " + paint.green("repaired") + "     The missing template is in the log of " + Demo.REPOSITORY
                + " now; redriven.");
        out.println();
        out.flush();
    }

    /** What is in the store, in figures. */
    public void summary(int deliveriesBefore, Duration time) {
        Census census = demo.census();
        int deliveries = census.deliveries();
        List<String> sessions = census.sessions();
        out.println();
        heading("Summary");
        row(
                "sessions",
                sessions.size(),
                count(sessions, id -> id.contains("#")) + " issues and pull requests, "
                        + count(sessions, id -> id.contains("/") && !id.contains("#")) + " repositories, "
                        + count(sessions, id -> !id.contains("/")) + " others");
        row(
                "events",
                census.facts().size(),
                deliveries + " deliveries, " + (census.facts().size() - deliveries) + " events that follow from them");
        row(
                "handled",
                census.handled(),
                census.count("notified") + " messages, " + census.count("audited") + " audit entries, "
                        + census.count("profile-found") + " profiles, " + census.count("card-moved") + " cards, "
                        + census.count("reminded") + " reminder");
        row("retried", census.retried(), "attempts beyond the first");
        row("dead", demo.deadLetters().size(), census.count("template-added") + " was, and was redriven");
        out.println("  " + "%-10s".formatted("time") + paint.bold("%6.1f s".formatted(time.toMillis() / 1000.0)) + "   "
                + paint.dim(
                        deliveriesBefore == 0
                                ? "in one go"
                                : "this run, which found " + deliveriesBefore + " deliveries of an earlier one"));
    }

    private static long count(List<String> sessions, Predicate<String> which) {
        return sessions.stream().filter(which).count();
    }

    private void row(String what, int figure, String more) {
        out.println("  " + "%-10s".formatted(what) + paint.bold("%8d".formatted(figure)) + "   " + paint.dim(more));
    }

    /** A session's log and what it folds to. */
    public void session(String session) {
        out.println();
        heading("Timeline of " + session);
        Timeline.of(demo, session, out, paint).print();
        out.println();
        heading("State of " + session + paint.dim(", folded by reducer pull"));
        PullRequest pull = demo.a2().session(session).state(PullRequest.REDUCER);
        Issue issue = pull.issue();
        member("title", String.valueOf(issue.title()));
        member(
                "state",
                issue.state() + (pull.merged() ? ", merged" : ", not merged") + (pull.draft() ? ", draft" : ""));
        member("branches", pull.head() + " → " + pull.base());
        member("labels", String.join(", ", issue.labels()));
        member("assignees", String.join(", ", issue.assignees()));
        member("reviewers", pairs(pull.reviewers()));
        member("checks", pairs(pull.checks()));
        member("people", pairs(issue.people()));
    }

    /** What the audit has, though it came late. */
    public void audit() {
        Audit audit = demo.a2().session(Demo.REPOSITORY).state(Audit.REDUCER);
        out.println();
        heading("Audit of " + Demo.REPOSITORY + paint.dim(", folded by reducer audit"));
        member("entries", audit.entries() + ", also of what happened before the audit was deployed");
        member("newest", audit.latest().get(audit.latest().size() - 1));
    }

    private static String pairs(Map<String, ?> map) {
        return map.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .reduce((a, b) -> a + ", " + b)
                .orElse("none");
    }

    private void member(String name, String value) {
        out.println("  " + paint.dim("%-10s".formatted(name)) + "  " + value);
    }

    /** Whether all is well. */
    public void check(List<String> problems) {
        out.println();
        if (problems.isEmpty()) {
            out.println(paint.green("✔")
                    + " Each delivery and each reaction is there once, nothing is left to do, verify is clean.");
            return;
        }
        out.println(paint.red("✘ " + problems.size() + " things are wrong:"));
        problems.stream().limit(20).forEach(problem -> out.println("  " + problem));
    }

    /**
     * What to try next.
     *
     * @param store the store that other commands must be told of; null if they find it by themselves
     */
    public void next(@Nullable String store) {
        String session = "'" + Demo.SHOWN + "'";
        out.println();
        heading("Next");
        if (store != null) {
            command("export A2_STORE='" + store + "'", "so that the commands find the store");
        }
        command("a2 sessions", "what sessions there are");
        command("a2 show " + session, "the whole timeline");
        command("a2 tail " + session, "the same, live");
        command("a2 state " + session + " pull --at 20", "how it stood at event 20");
        command("a2 verify", "checks the whole store");
        command("a2 demo --fresh --leave-dead-letter", "the same, with the dead letter left to you:");
        command("a2 dead", "what failed for good");
        command("a2 redrive --all", "has it tried again");
        out.flush();
    }

    private void command(String command, String what) {
        out.println("  " + paint.cyan("%-50s".formatted(command)) + "  " + paint.dim(what));
    }

    private void heading(String text) {
        out.println(paint.bold(text));
    }

    private static String firstLine(@Nullable String text) {
        return text == null
                ? "its workers died over it"
                : text.lines().findFirst().orElse("");
    }
}

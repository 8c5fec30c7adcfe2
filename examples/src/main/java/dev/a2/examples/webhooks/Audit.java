package dev.a2.examples.webhooks;

import dev.a2.Reducer;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an auditor wants to see at a glance; the entries themselves are in the log.
 *
 * @param entries how many there are
 * @param byActor how many each person is in
 * @param latest the newest few, newest last
 */
public record Audit(int entries, SortedMap<String, Integer> byActor, List<String> latest) {
    /** The audit's summary. */
    public static final Reducer<GitHubEvent, Audit> REDUCER =
            Reducer.of("audit", Audit.class, new Audit(0, new TreeMap<>(), List.of()), Audit::after);

    private static final int FEW = 5;

    /** Copies the collections. */
    public Audit {
        byActor = Frozen.map(byActor);
        latest = List.copyOf(latest);
    }

    /** The summary after an event. */
    Audit after(GitHubEvent event) {
        if (!(event instanceof Audited audited)) {
            return this;
        }
        SortedMap<String, Integer> counts = new TreeMap<>(byActor);
        counts.merge(audited.actor(), 1, Integer::sum);
        List<String> newest = new ArrayList<>(latest.subList(Math.max(0, latest.size() - FEW + 1), latest.size()));
        newest.add(audited.actor() + " " + audited.deed());
        return new Audit(entries + 1, counts, newest);
    }

    /** What a deed is called in the audit. */
    static String deed(Sensitive event) {
        return switch (event) {
            case Deleted deleted -> "deleted " + name(deleted.subject());
            case Transferred transferred -> "moved " + name(transferred.subject()) + " to " + transferred.to();
            case Locked locked ->
                "locked " + name(locked.subject()) + (locked.reason() == null ? "" : " as " + locked.reason());
            case Unlocked unlocked -> "unlocked " + name(unlocked.subject());
            case CommentDeleted deleted -> "deleted a comment on " + name(deleted.subject());
            case RefDeleted deleted -> "deleted " + deleted.kind() + " " + deleted.name();
            case RepositoryMoved moved -> "moved the repository, until then of " + moved.from();
            case VisibilityChanged changed -> "made the repository " + (changed.open() ? "public" : "private");
            case AlertChanged alert -> alert.source() + " alert " + alert.alert() + " is " + alert.state();
            case AccessChanged changed -> changed.change() + ": " + changed.whom();
        };
    }

    private static String name(Subject subject) {
        return subject.repository() + "#" + subject.number();
    }
}

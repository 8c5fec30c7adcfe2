package dev.a2.examples.webhooks;

import dev.a2.Reducer;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How an issue, a pull request or a discussion stands.
 *
 * @param state GitHub's word ({@code open}, {@code closed}…), or {@code deleted} or {@code transferred}
 * @param comments ids of those that are there
 * @param people the names of those who contributed, by login
 */
public record Issue(
        @Nullable String title,
        @Nullable String author,
        String state,
        boolean locked,
        SortedSet<String> labels,
        SortedSet<String> assignees,
        @Nullable String milestone,
        SortedSet<Long> comments,
        SortedMap<String, String> people) {
    /** Nothing is known yet. */
    static final Issue UNKNOWN = new Issue(
            null, null, "unknown", false, new TreeSet<>(), new TreeSet<>(), null, new TreeSet<>(), new TreeMap<>());

    /** The state of an issue, and of what a pull request or a discussion has in common with it. */
    public static final Reducer<GitHubEvent, Issue> REDUCER = Reducer.of("issue", Issue.class, UNKNOWN, Issue::after);

    /** Copies the collections. */
    public Issue {
        labels = Frozen.set(labels);
        assignees = Frozen.set(assignees);
        comments = Frozen.set(comments);
        people = Frozen.map(people);
    }

    /** How it stands after an event. */
    Issue after(GitHubEvent event) {
        return switch (event) {
            case OnThread told ->
                new Draft(this).seen(told.subject()).changed(told).done();
            case ProfileFound found -> new Draft(this).knows(found).done();
            default -> this;
        };
    }

    /** The next state in the making. */
    private static final class Draft {
        private @Nullable String title;
        private @Nullable String author;
        private String state;
        private boolean locked;
        private final SortedSet<String> labels;
        private final SortedSet<String> assignees;
        private @Nullable String milestone;
        private final SortedSet<Long> comments;
        private final SortedMap<String, String> people;

        Draft(Issue from) {
            title = from.title;
            author = from.author;
            state = from.state;
            locked = from.locked;
            labels = new TreeSet<>(from.labels);
            assignees = new TreeSet<>(from.assignees);
            milestone = from.milestone;
            comments = new TreeSet<>(from.comments);
            people = new TreeMap<>(from.people);
        }

        /** Takes over whatever the delivery shows. */
        Draft seen(Subject subject) {
            title = subject.title();
            author = subject.author() == null ? author : subject.author();
            state = subject.state() == null ? state : subject.state();
            locked = subject.locked() == null ? locked : subject.locked();
            milestone = subject.milestone();
            if (subject.labels() != null) {
                labels.clear();
                labels.addAll(subject.labels());
            }
            if (subject.assignees() != null) {
                assignees.clear();
                assignees.addAll(subject.assignees());
            }
            return this;
        }

        /** Makes sure of what the event says: what a delivery shows can be from just before it. */
        Draft changed(OnThread event) {
            switch (event) {
                case Labeled labeled -> labels.add(labeled.label());
                case Unlabeled unlabeled -> labels.remove(unlabeled.label());
                case Assigned assigned -> assignees.add(assigned.assignee());
                case Unassigned unassigned -> assignees.remove(unassigned.assignee());
                case Milestoned milestoned -> milestone = milestoned.milestone();
                case Demilestoned demilestoned -> milestone = null;
                case Locked now -> locked = true;
                case Unlocked now -> locked = false;
                case Closed closed -> state = "closed";
                case Reopened reopened -> state = "open";
                case Deleted deleted -> state = "deleted";
                case Transferred transferred -> state = "transferred";
                case Commented commented -> comments.add(commented.comment());
                case CommentDeleted deleted -> comments.remove(deleted.comment());
                default -> {
                    // The rest changes nothing here.
                }
            }
            return this;
        }

        Draft knows(ProfileFound found) {
            people.put(found.login(), found.name());
            return this;
        }

        Issue done() {
            return new Issue(title, author, state, locked, labels, assignees, milestone, comments, people);
        }
    }
}

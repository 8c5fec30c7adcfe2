package dev.a2.examples.webhooks;

import dev.a2.Reducer;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a pull request stands: an issue with code.
 *
 * @param head the branch with the changes
 * @param base the branch that they are for
 * @param reviewers what each was asked for, or said
 * @param checks the newest result of each
 */
public record PullRequest(
        Issue issue,
        @Nullable String head,
        @Nullable String base,
        boolean draft,
        boolean merged,
        SortedMap<String, String> reviewers,
        SortedMap<String, String> checks) {
    /** Nothing is known yet. */
    static final PullRequest UNKNOWN =
            new PullRequest(Issue.UNKNOWN, null, null, false, false, new TreeMap<>(), new TreeMap<>());

    /** The state of a pull request. */
    public static final Reducer<GitHubEvent, PullRequest> REDUCER =
            Reducer.of("pull", PullRequest.class, UNKNOWN, PullRequest::after);

    private static final String REQUESTED = "requested";

    /** Copies the collections. */
    public PullRequest {
        reviewers = Frozen.map(reviewers);
        checks = Frozen.map(checks);
    }

    /** How it stands after an event. */
    PullRequest after(GitHubEvent event) {
        Draft next = new Draft(this, issue.after(event));
        if (event instanceof OnThread told && told.subject().pull() != null) {
            next.seen(told.subject().pull());
        }
        switch (event) {
            case DraftChanged changed -> next.draft = changed.draft();
            case ReviewRequested requested -> next.reviewers.put(requested.reviewer(), REQUESTED);
            case ReviewRequestRemoved removed -> next.reviewers.remove(removed.reviewer(), REQUESTED);
            case Reviewed reviewed -> next.reviewers.put(reviewed.reviewer(), reviewed.verdict());
            case CheckReported reported -> next.checks.put(reported.check(), reported.result());
            default -> {
                // The rest changes no more than the issue.
            }
        }
        return next.done();
    }

    /** The next state in the making. */
    private static final class Draft {
        private final Issue issue;
        private @Nullable String head;
        private @Nullable String base;
        private boolean draft;
        private boolean merged;
        private final SortedMap<String, String> reviewers;
        private final SortedMap<String, String> checks;

        Draft(PullRequest from, Issue issue) {
            this.issue = issue;
            head = from.head;
            base = from.base;
            draft = from.draft;
            merged = from.merged;
            reviewers = new TreeMap<>(from.reviewers);
            checks = new TreeMap<>(from.checks);
        }

        /** Takes over whatever the delivery shows. */
        void seen(Subject.Code code) {
            head = code.head();
            base = code.base();
            draft = code.draft() == null ? draft : code.draft();
            merged = code.merged() == null ? merged : code.merged();
            reviewers.values().removeIf(REQUESTED::equals);
            code.requestedReviewers().forEach(login -> reviewers.put(login, REQUESTED));
        }

        PullRequest done() {
            return new PullRequest(issue, head, base, draft, merged, reviewers, checks);
        }
    }
}

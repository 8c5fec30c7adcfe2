package dev.a2.examples.webhooks;

import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.List;
import java.util.function.BiFunction;

/** How GitHub tells of issues, pull requests and discussions: one record of ours for several of its types. */
record ThreadDeliveries(Deliveries deliveries) {
    private static final String REVIEWER = "/requested_reviewer/login";
    private static final String REVIEWING_TEAM = "/requested_team/slug";

    void add() {
        lifecycle();
        marks();
        comments();
        pullRequests();
    }

    private void lifecycle() {
        plain(Opened.class, Opened::new, "issues.opened", "pull_request.opened", "discussion.created");
        plain(Closed.class, Closed::new, anywhere("closed"));
        plain(Reopened.class, Reopened::new, anywhere("reopened"));
        plain(Deleted.class, Deleted::new, anywhere("deleted"));
        deliveries.read(Edited.class, p -> edited(p, p.names("/changes")), anywhere("edited"));
        deliveries.read(Edited.class, p -> edited(p, List.of("category")), "discussion.category_changed");
        deliveries.read(
                Edited.class, p -> edited(p, List.of("answer")), "discussion.answered", "discussion.unanswered");
        deliveries.read(
                Transferred.class,
                p -> new Transferred(p.subject(), p.actor(), p.firstText(newHome("issue"), newHome("discussion"))),
                anywhere("transferred"));
    }

    private void marks() {
        plain(Unlocked.class, Unlocked::new, anywhere("unlocked"));
        plain(Pinned.class, Pinned::new, anywhere("pinned"));
        plain(Unpinned.class, Unpinned::new, anywhere("unpinned"));
        deliveries.read(
                Locked.class,
                p -> new Locked(p.subject(), p.actor(), p.firstTextOrNull(lockReasons())),
                anywhere("locked"));
        deliveries.read(
                Labeled.class, p -> new Labeled(p.subject(), p.actor(), p.text("/label/name")), anywhere("labeled"));
        deliveries.read(
                Unlabeled.class,
                p -> new Unlabeled(p.subject(), p.actor(), p.text("/label/name")),
                anywhere("unlabeled"));
        deliveries.read(
                Assigned.class,
                p -> new Assigned(p.subject(), p.actor(), p.text("/assignee/login")),
                anywhere("assigned"));
        deliveries.read(
                Unassigned.class,
                p -> new Unassigned(p.subject(), p.actor(), p.text("/assignee/login")),
                anywhere("unassigned"));
        deliveries.read(
                Milestoned.class,
                p -> new Milestoned(p.subject(), p.actor(), p.text("/milestone/title")),
                anywhere("milestoned"));
        deliveries.read(
                Demilestoned.class,
                p -> new Demilestoned(p.subject(), p.actor(), p.text("/milestone/title")),
                anywhere("demilestoned"));
    }

    private void comments() {
        deliveries.read(
                Commented.class,
                p -> new Commented(p.subject(), p.actor(), p.number("/comment/id"), p.text("/comment/body")),
                onComments("created"));
        deliveries.read(
                CommentEdited.class,
                p -> new CommentEdited(p.subject(), p.actor(), p.number("/comment/id"), p.text("/comment/body")),
                onComments("edited"));
        deliveries.read(
                CommentDeleted.class,
                p -> new CommentDeleted(p.subject(), p.actor(), p.number("/comment/id")),
                onComments("deleted"));
    }

    private void pullRequests() {
        deliveries.read(
                CommitsPushed.class,
                p -> new CommitsPushed(p.subject(), p.actor(), p.text("/before"), p.text("/after")),
                "pull_request.synchronize");
        deliveries.read(DraftChanged.class, p -> draft(p, true), "pull_request.converted_to_draft");
        deliveries.read(DraftChanged.class, p -> draft(p, false), "pull_request.ready_for_review");
        deliveries.read(
                ReviewRequested.class,
                p -> new ReviewRequested(p.subject(), p.actor(), p.firstText(REVIEWER, REVIEWING_TEAM)),
                "pull_request.review_requested");
        deliveries.read(
                ReviewRequestRemoved.class,
                p -> new ReviewRequestRemoved(p.subject(), p.actor(), p.firstText(REVIEWER, REVIEWING_TEAM)),
                "pull_request.review_request_removed");
        deliveries.read(
                Reviewed.class,
                p -> new Reviewed(p.subject(), p.actor(), p.text("/review/user/login"), p.text("/review/state")),
                "pull_request_review.submitted",
                "pull_request_review.dismissed");
        deliveries.read(ConversationResolved.class, p -> resolved(p, true), "pull_request_review_thread.resolved");
        deliveries.read(ConversationResolved.class, p -> resolved(p, false), "pull_request_review_thread.unresolved");
    }

    /** An event that says no more than who and where. */
    private <T extends OnThread> void plain(
            Class<T> type, BiFunction<Subject, String, T> event, String... storedTypes) {
        deliveries.read(type, p -> event.apply(p.subject(), p.actor()), storedTypes);
    }

    private static Edited edited(Payload p, List<String> what) {
        return new Edited(p.subject(), p.actor(), what);
    }

    private static DraftChanged draft(Payload p, boolean draft) {
        return new DraftChanged(p.subject(), p.actor(), draft);
    }

    private static ConversationResolved resolved(Payload p, boolean resolved) {
        return new ConversationResolved(p.subject(), p.actor(), resolved);
    }

    private static String newHome(String kind) {
        return "/changes/new_" + kind + "/html_url";
    }

    private static String[] lockReasons() {
        return new String[] {
            "/issue/active_lock_reason", "/pull_request/active_lock_reason", "/discussion/active_lock_reason"
        };
    }

    private static String[] anywhere(String action) {
        return new String[] {"issues." + action, "pull_request." + action, "discussion." + action};
    }

    private static String[] onComments(String action) {
        return new String[] {
            "issue_comment." + action, "discussion_comment." + action, "pull_request_review_comment." + action
        };
    }
}

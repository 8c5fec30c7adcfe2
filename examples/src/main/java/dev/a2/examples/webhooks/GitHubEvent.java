package dev.a2.examples.webhooks;

import dev.a2.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can happen in a session: what GitHub tells, and what the application adds.
 *
 * <p>GitHub's deliveries are stored as they come, under GitHub's names ({@code pull_request.labeled}); {@link Deliveries}
 * reads them as these records. What the application adds is stored as the record itself.
 */
public sealed interface GitHubEvent {
    /** Told by GitHub. */
    sealed interface Told extends GitHubEvent {
        /** Who did it: a login. */
        String actor();

        /** The full name of the repository where it happened; null for what concerns an account as a whole. */
        @Nullable String repository();
    }

    /** Concerns an issue, a pull request or a discussion. */
    sealed interface OnThread extends Told {
        /** Which one, and how it is now. */
        Subject subject();

        @Override
        default String repository() {
            return subject().repository();
        }
    }

    /** It comes, goes or changes its name: its card on the repository's board is another then. */
    sealed interface Lifecycle extends OnThread {}

    /** Somebody contributed, perhaps somebody new. */
    sealed interface Contribution extends Told {}

    /** Something that an auditor will ask about. */
    sealed interface Sensitive extends Told {}

    // ---- on an issue, a pull request or a discussion

    @EventType("opened")
    record Opened(Subject subject, String actor) implements Lifecycle, Contribution {}

    /**
     * It has other words.
     *
     * @param what the names of the members that changed
     */
    @EventType("edited")
    record Edited(Subject subject, String actor, List<String> what) implements Lifecycle {}

    @EventType("closed")
    record Closed(Subject subject, String actor) implements Lifecycle {}

    @EventType("reopened")
    record Reopened(Subject subject, String actor) implements Lifecycle {}

    @EventType("deleted")
    record Deleted(Subject subject, String actor) implements Lifecycle, Sensitive {}

    /**
     * It went to another repository.
     *
     * @param to the address of where it is now
     */
    @EventType("transferred")
    record Transferred(Subject subject, String actor, String to) implements Lifecycle, Sensitive {}

    @EventType("locked")
    record Locked(Subject subject, String actor, @Nullable String reason) implements OnThread, Sensitive {}

    @EventType("unlocked")
    record Unlocked(Subject subject, String actor) implements OnThread, Sensitive {}

    @EventType("pinned")
    record Pinned(Subject subject, String actor) implements OnThread {}

    @EventType("unpinned")
    record Unpinned(Subject subject, String actor) implements OnThread {}

    @EventType("labeled")
    record Labeled(Subject subject, String actor, String label) implements OnThread {}

    @EventType("unlabeled")
    record Unlabeled(Subject subject, String actor, String label) implements OnThread {}

    @EventType("assigned")
    record Assigned(Subject subject, String actor, String assignee) implements OnThread {}

    @EventType("unassigned")
    record Unassigned(Subject subject, String actor, String assignee) implements OnThread {}

    @EventType("milestoned")
    record Milestoned(Subject subject, String actor, String milestone) implements OnThread {}

    @EventType("demilestoned")
    record Demilestoned(Subject subject, String actor, String milestone) implements OnThread {}

    @EventType("commented")
    record Commented(Subject subject, String actor, long comment, String text) implements OnThread, Contribution {}

    @EventType("comment-edited")
    record CommentEdited(Subject subject, String actor, long comment, String text) implements OnThread {}

    @EventType("comment-deleted")
    record CommentDeleted(Subject subject, String actor, long comment) implements OnThread, Sensitive {}

    // ---- on a pull request

    @EventType("commits-pushed")
    record CommitsPushed(Subject subject, String actor, String before, String after) implements OnThread {}

    @EventType("draft-changed")
    record DraftChanged(Subject subject, String actor, boolean draft) implements OnThread {}

    @EventType("review-requested")
    record ReviewRequested(Subject subject, String actor, String reviewer) implements OnThread {}

    @EventType("review-request-removed")
    record ReviewRequestRemoved(Subject subject, String actor, String reviewer) implements OnThread {}

    /**
     * Somebody looked at the code.
     *
     * @param verdict {@code approved}, {@code changes_requested}, {@code commented} or {@code dismissed}
     */
    @EventType("reviewed")
    record Reviewed(Subject subject, String actor, String reviewer, String verdict) implements OnThread, Contribution {}

    @EventType("conversation-resolved")
    record ConversationResolved(Subject subject, String actor, boolean resolved) implements OnThread {}

    /**
     * A build, a test run or a linter said something about a commit.
     *
     * @param result its conclusion, or how far it is
     */
    @EventType("check-reported")
    record CheckReported(String repository, String actor, String check, String commit, String result) implements Told {}

    // ---- on a repository

    @EventType("pushed")
    record Pushed(String repository, String actor, String ref, int commits, boolean forced) implements Contribution {}

    /**
     * There is a branch or a tag more.
     *
     * @param kind {@code branch} or {@code tag}
     */
    @EventType("ref-created")
    record RefCreated(String repository, String actor, String kind, String name) implements Told {}

    @EventType("ref-deleted")
    record RefDeleted(String repository, String actor, String kind, String name) implements Sensitive {}

    @EventType("starred")
    record Starred(String repository, String actor) implements Contribution {}

    @EventType("unstarred")
    record Unstarred(String repository, String actor) implements Told {}

    @EventType("forked")
    record Forked(String repository, String actor, String fork) implements Contribution {}

    /**
     * A release got a step further.
     *
     * @param stage GitHub's name for it: {@code created}, {@code published}, {@code deleted}…
     */
    @EventType("released")
    record Released(String repository, String actor, String tag, String stage) implements Told {}

    @EventType("repository-created")
    record RepositoryCreated(String repository, String actor) implements Told {}

    /**
     * It has another name, or another owner.
     *
     * @param from its name or its owner before
     */
    @EventType("repository-moved")
    record RepositoryMoved(String repository, String actor, String from) implements Sensitive {}

    @EventType("visibility-changed")
    record VisibilityChanged(String repository, String actor, boolean open) implements Sensitive {}

    @EventType("label-defined")
    record LabelDefined(String repository, String actor, String label) implements Told {}

    @EventType("label-retired")
    record LabelRetired(String repository, String actor, String label) implements Told {}

    /**
     * A weakness was found, or is one no more.
     *
     * @param source who found it
     * @param state {@code open}, {@code fixed} or {@code dismissed}
     */
    @EventType("alert-changed")
    record AlertChanged(String repository, String actor, String source, String alert, String severity, String state)
            implements Sensitive {}

    @EventType("deployed")
    record Deployed(String repository, String actor, String environment, String state) implements Told {}

    // ---- on a repository or an account

    /**
     * Somebody (or something) may do more or less than before.
     *
     * @param whom a person, a team, an app, a key or a branch's protection
     * @param change GitHub's words for it: {@code member added}
     */
    @EventType("access-changed")
    record AccessChanged(@Nullable String repository, String actor, String whom, String change) implements Sensitive {}

    /** Everything that the application only counts. */
    @EventType("noted")
    record Noted(@Nullable String repository, String actor, String what) implements Told {}

    // ---- what the application adds

    /** The person behind a contribution. */
    @EventType("profile-found")
    record ProfileFound(String delivery, String login, String name) implements GitHubEvent {}

    /** A message went out. */
    @EventType("notified")
    record Notified(String delivery, List<String> to, String text) implements GitHubEvent {}

    /** An entry of the audit. */
    @EventType("audited")
    record Audited(String delivery, String actor, String deed) implements GitHubEvent {}

    /** A repository learns how one of its issues, pull requests or discussions stands. */
    @EventType("card-moved")
    record CardMoved(String delivery, int number, String title, String column) implements GitHubEvent {}

    /** A reviewer was reminded, some time after being asked. */
    @EventType("reminded")
    record Reminded(String delivery, String reviewer) implements GitHubEvent {}

    /** An operator says how messages about one type of event are worded in this repository. */
    @EventType("template-added")
    record TemplateAdded(String eventType, String template) implements GitHubEvent {}
}

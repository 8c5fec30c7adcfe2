package dev.a2.examples.webhooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An issue, pull request or discussion as a delivery shows it. GitHub tells the whole thing each time, so a state is right
 * again with the next delivery even when one was lost. What a delivery leaves out is null.
 *
 * @param repository its full name
 * @param pull only for pull requests, and not in every delivery about one
 */
public record Subject(
        Kind kind,
        String repository,
        int number,
        String title,
        @Nullable String author,
        @Nullable String state,
        @Nullable Boolean locked,
        @Nullable List<String> labels,
        @Nullable List<String> assignees,
        @Nullable String milestone,
        @Nullable Code pull) {
    /** What it is. */
    public enum Kind {
        ISSUE,
        PULL_REQUEST,
        DISCUSSION
    }

    /**
     * What a pull request wants to bring where.
     *
     * @param head the branch with the changes
     * @param base the branch that they are for
     * @param commit the newest commit of the head
     */
    public record Code(
            String head,
            String base,
            String commit,
            @Nullable Boolean draft,
            @Nullable Boolean merged,
            List<String> requestedReviewers) {}
}

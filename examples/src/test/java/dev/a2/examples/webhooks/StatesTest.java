package dev.a2.examples.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.Contract;
import dev.a2.Reducer;
import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.examples.webhooks.GitHubEvent.*;
import dev.a2.examples.webhooks.Repository.Card;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the real deliveries fold to. */
final class StatesTest {
    private static final List<Delivery> ALL = Delivery.examples();
    private static final Codec CODEC = new JacksonCodec();

    @Test
    void aPullRequest() {
        PullRequest pull = fold(PullRequest.REDUCER, "Codertocat/Hello-World#2");

        assertThat(pull.issue().title()).isEqualTo("Update the README with new information.");
        assertThat(pull.issue().state()).isEqualTo("open");
        assertThat(pull.issue().labels()).containsExactly("bug");
        assertThat(pull.issue().assignees()).containsExactly("Codertocat");
        assertThat(pull.head()).isEqualTo("changes");
        assertThat(pull.base()).isEqualTo("master");
        assertThat(pull.merged()).isFalse();
        assertThat(pull.draft()).isFalse();
        assertThat(pull.reviewers()).isEqualTo(Map.of("Codertocat", "commented", "octocat", "requested"));
        assertThat(pull.checks())
                .isEqualTo(Map.of("Octocoders-linter", "queued", "octocoders-linter suite", "success"));
    }

    @Test
    void anIssue() {
        Issue issue = fold(Issue.REDUCER, "Codertocat/Hello-World#1");

        assertThat(issue.title()).isEqualTo("Spelling error in the README file");
        assertThat(issue.author()).isEqualTo("Codertocat");
        assertThat(issue.state()).isEqualTo("open");
        assertThat(issue.locked()).isFalse();
        assertThat(issue.comments()).isEmpty();
    }

    @Test
    void aRepository() {
        Repository repository = fold(Repository.REDUCER, "Codertocat/Hello-World");

        assertThat(repository.stargazers()).containsExactly("Codertocat");
        assertThat(repository.forks()).containsExactly("Octocoders/Hello-World");
        assertThat(repository.releases()).isEqualTo(Map.of("0.0.1", "released"));
        assertThat(repository.alerts()).hasSize(5).containsEntry("dependabot GHSA-hg78-4f6x-99wq", "open");
        assertThat(repository.environments()).isEqualTo(Map.of("github-pages", "in_progress", "production", "success"));
    }

    @Test
    void aChangeCountsWhateverItsDeliveryShows() {
        Subject before = subject(Set.of("bug"));

        Issue labeled = Issue.UNKNOWN.after(new Labeled(before, "octocat", "docs"));
        Issue unlabeled = labeled.after(new Unlabeled(before, "octocat", "bug"));

        assertThat(labeled.labels()).containsExactly("bug", "docs");
        assertThat(unlabeled.labels()).isEmpty();
    }

    @Test
    void aBoardShowsTheNewestCardOfEach() {
        Repository repository = Repository.UNKNOWN
                .after(new CardMoved("delivery-1", 2, "Title", "open"))
                .after(new CardMoved("delivery-2", 2, "Title", "closed"))
                .after(new TemplateAdded("draft-changed", "{actor}"));

        assertThat(repository.board()).isEqualTo(Map.of(2, new Card("Title", "closed")));
        assertThat(repository.templates()).isEqualTo(Map.of("draft-changed", "{actor}"));
    }

    @Test
    void theAuditKeepsTheNewestFew() {
        Audit audit = Audit.REDUCER.initial();

        for (int i = 1; i <= 7; i++) {
            audit = audit.after(new Audited("delivery-" + i, i % 2 == 0 ? "even" : "odd", "deed " + i));
        }

        assertThat(audit.entries()).isEqualTo(7);
        assertThat(audit.byActor()).isEqualTo(Map.of("even", 3, "odd", 4));
        assertThat(audit.latest())
                .containsExactly("odd deed 3", "even deed 4", "odd deed 5", "even deed 6", "odd deed 7");
    }

    @Test
    void eachStateSurvivesItsJsonAtEachStep() {
        Contract<GitHubEvent> contract = Webhooks.contract();
        for (Reducer<GitHubEvent, ?> reducer : contract.reducers().values()) {
            for (String session : Set.of("Codertocat/Hello-World", "Codertocat/Hello-World#2")) {
                survivesJson(reducer, session);
            }
        }
    }

    private static <S> void survivesJson(Reducer<GitHubEvent, S> reducer, String session) {
        S state = reducer.initial();
        for (Told event : told(session)) {
            state = reducer.fold().apply(state, event);

            assertThat(CODEC.decode(CODEC.encode(Objects.requireNonNull(state)), reducer.stateType()))
                    .as(reducer.name())
                    .isEqualTo(state);
        }
    }

    private static <S> S fold(Reducer<GitHubEvent, S> reducer, String session) {
        S state = reducer.initial();
        for (Told event : told(session)) {
            state = reducer.fold().apply(state, event);
        }
        return state;
    }

    private static List<Told> told(String session) {
        return ALL.stream()
                .filter(delivery -> delivery.session().equals(session))
                .map(delivery ->
                        Webhooks.read(delivery.type(), delivery.payload()).orElseThrow())
                .toList();
    }

    private static Subject subject(Set<String> labels) {
        return new Subject(
                Subject.Kind.ISSUE, "o/r", 1, "Title", "octocat", "open", false, List.copyOf(labels), null, null, null);
    }
}

package dev.a2.examples.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.Batch;
import dev.a2.Contract;
import dev.a2.Recorded;
import dev.a2.codec.Json;
import dev.a2.examples.webhooks.GitHubEvent.*;
import dev.a2.examples.webhooks.Repository.Card;
import dev.a2.testkit.TestA2;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the app reacts to real deliveries, on a clock that the test moves. */
final class WebhooksTest {
    private static final String REPOSITORY = "Codertocat/Hello-World";
    private static final String ISSUE = REPOSITORY + "#1";
    private static final String PULL = REPOSITORY + "#2";
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final List<Delivery> ALL = Delivery.examples();
    private static final Contract<GitHubEvent> CONTRACT = Webhooks.contract(Duration.ZERO);

    @Test
    void aContributorIsLookedUpUntilTheDirectoryAnswers() {
        Delivery opened = ALL.stream()
                .filter(delivery -> delivery.type().equals("pull_request.opened"))
                .filter(delivery -> Directory.outages(delivery.id()) > 0)
                .findFirst()
                .orElseThrow();
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            take(test, opened);
            test.expect(PULL).count(ProfileFound.class, 0);

            test.advance(LONG);

            test.expect(PULL)
                    .eventsInclude(new ProfileFound(opened.id(), "Codertocat", "Coder Tocat"))
                    .stateMatches(Issue.REDUCER, issue -> issue.people().containsKey("Codertocat"))
                    .settled();
        }
    }

    @Test
    void aMessageGoesToThoseConcernedAsOfTheEvent() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            take(test, "0227");
            test.advance(LONG);

            test.expect(PULL)
                    .eventsInclude(new Notified(
                            "delivery-0227",
                            List.of("octocat"),
                            "Codertocat asked octocat to review #2 \"Update the README with new information.\""));
        }
    }

    @Test
    void aReviewerIsRemindedAfterAWhileAlsoByAnotherProcess() {
        try (TestA2<GitHubEvent> before = TestA2.of(CONTRACT)) {
            take(before, "0227");
            before.expect(PULL).count(Reminded.class, 0);

            try (TestA2<GitHubEvent> after = before.restart(CONTRACT)) {
                after.advance(LONG);

                after.expect(PULL)
                        .eventsInclude(new Reminded("delivery-0227", "octocat"))
                        .count(Reminded.class, 1)
                        .settled();
            }
        }
    }

    @Test
    void aMissingTemplateHoldsUpItsLaneUntilItIsAddedAndTheDeadLetterRedriven() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            take(test, "0210", "0211", "0214");
            test.advance(LONG);

            test.expect(PULL).deadLetter(Webhooks.NOTIFY, 3, "no template for draft-changed");
            assertThat(notifiedOf(test, PULL)).containsExactly("delivery-0210");

            test.session(REPOSITORY).append(new TemplateAdded("draft-changed", "{actor} drafts {thread}"));
            test.session(PULL).retry(Webhooks.NOTIFY, 3);
            test.advance(LONG);

            test.expect(PULL).settled();
            assertThat(notifiedOf(test, PULL)).containsExactly("delivery-0210", "delivery-0211", "delivery-0214");
        }
    }

    @Test
    void aRepositoryLearnsHowItsIssuesStand() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            take(test, "0119", "0108");
            test.advance(LONG);

            test.expect(REPOSITORY)
                    .count(CardMoved.class, 2)
                    .stateMatches(
                            Repository.REDUCER,
                            repository -> repository
                                    .board()
                                    .equals(Map.of(1, new Card("Spelling error in the README file", "deleted"))));
        }
    }

    @Test
    void anAuditThatComesLateReadsFromTheBeginning() {
        try (TestA2<GitHubEvent> before = TestA2.of(Webhooks.contractBeforeAudit(Duration.ZERO))) {
            take(before, "0115", "0130");
            before.advance(LONG);
            before.expect(ISSUE).count(Audited.class, 0).settled();

            try (TestA2<GitHubEvent> after = before.restart(CONTRACT)) {
                after.advance(Duration.ofHours(2));

                after.expect(ISSUE)
                        .eventsInclude(
                                new Audited("delivery-0115", "Codertocat", "locked " + ISSUE + " as spam"),
                                new Audited("delivery-0130", "Codertocat", "unlocked " + ISSUE))
                        .settled();
            }
        }
    }

    @Test
    void whatIsDeliveredTwiceIsThereOnce() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            take(test, "0119", "0119");
            test.advance(LONG);
            take(test, "0119");
            test.advance(LONG);

            test.expect(ISSUE).count(Opened.class, 1).count(Notified.class, 1).settled();
        }
    }

    @Test
    void anUnknownDeliveryIsKeptAndPassedOver() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            test.session("octocat")
                    .append(Batch.<GitHubEvent>empty().andRaw("delivery-1", "sponsorship.doubled", Json.of("{}")));

            test.expect("octocat").noEvents().settled();
            assertThat(test.session("octocat").rawHistory(0)).hasSize(1);
        }
    }

    @Test
    void allDeliveriesAreHandledAndAllSessionsSettle() {
        try (TestA2<GitHubEvent> test = TestA2.of(CONTRACT)) {
            test.session(REPOSITORY).append(new TemplateAdded("draft-changed", "{actor} drafts {thread}"));
            ALL.forEach(delivery -> take(test, delivery));
            test.advance(LONG);

            ALL.stream()
                    .map(Delivery::session)
                    .distinct()
                    .forEach(session -> test.expect(session).settled());
            test.expect(PULL).count(Told.class, 55).count(Notified.class, 44);
        }
    }

    private static List<String> notifiedOf(TestA2<GitHubEvent> test, String session) {
        return test.session(session)
                .history()
                .map(Recorded::event)
                .filter(Notified.class::isInstance)
                .map(event -> ((Notified) event).delivery())
                .toList();
    }

    private static void take(TestA2<GitHubEvent> test, String... numbers) {
        for (String number : numbers) {
            take(test, ALL.get(Integer.parseInt(number) - 1));
        }
    }

    private static void take(TestA2<GitHubEvent> test, Delivery delivery) {
        test.session(delivery.session())
                .append(Batch.<GitHubEvent>empty().andRaw(delivery.id(), delivery.type(), delivery.payload()));
        test.drain();
    }
}

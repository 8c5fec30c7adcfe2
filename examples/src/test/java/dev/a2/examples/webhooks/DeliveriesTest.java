package dev.a2.examples.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Each real delivery is understood. */
final class DeliveriesTest {
    private static final List<Delivery> ALL = Delivery.examples();

    @Test
    void eachIsReadAsARecordThatSurvivesJson() {
        Codec codec = new JacksonCodec();

        for (Delivery delivery : ALL) {
            Told event = read(delivery);

            assertThat(codec.decode(codec.encode(event), event.getClass()))
                    .as("%s, %s", delivery.id(), delivery.type())
                    .isEqualTo(event);
        }
    }

    @Test
    void whatTheyAreAddsUp() {
        Map<String, Long> counts =
                count(delivery -> Deliveries.nameOf(read(delivery).getClass()));

        assertThat(counts)
                .containsOnly(
                        Map.entry("access-changed", 45L),
                        Map.entry("alert-changed", 13L),
                        Map.entry("assigned", 5L),
                        Map.entry("check-reported", 35L),
                        Map.entry("closed", 2L),
                        Map.entry("comment-deleted", 4L),
                        Map.entry("comment-edited", 4L),
                        Map.entry("commented", 10L),
                        Map.entry("commits-pushed", 1L),
                        Map.entry("conversation-resolved", 3L),
                        Map.entry("deleted", 1L),
                        Map.entry("demilestoned", 2L),
                        Map.entry("deployed", 8L),
                        Map.entry("draft-changed", 6L),
                        Map.entry("edited", 8L),
                        Map.entry("forked", 3L),
                        Map.entry("label-defined", 4L),
                        Map.entry("label-retired", 2L),
                        Map.entry("labeled", 6L),
                        Map.entry("locked", 6L),
                        Map.entry("milestoned", 2L),
                        Map.entry("noted", 72L),
                        Map.entry("opened", 10L),
                        Map.entry("pinned", 2L),
                        Map.entry("pushed", 7L),
                        Map.entry("ref-created", 5L),
                        Map.entry("ref-deleted", 4L),
                        Map.entry("released", 13L),
                        Map.entry("reopened", 3L),
                        Map.entry("repository-created", 2L),
                        Map.entry("repository-moved", 4L),
                        Map.entry("review-request-removed", 1L),
                        Map.entry("review-requested", 1L),
                        Map.entry("reviewed", 4L),
                        Map.entry("starred", 5L),
                        Map.entry("transferred", 2L),
                        Map.entry("unassigned", 4L),
                        Map.entry("unlabeled", 5L),
                        Map.entry("unlocked", 5L),
                        Map.entry("unpinned", 1L),
                        Map.entry("unstarred", 1L),
                        Map.entry("visibility-changed", 8L));
        assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(329);
    }

    @Test
    void eachBelongsToASession() {
        Map<String, Long> counts = count(Delivery::session);

        assertThat(counts)
                .hasSize(28)
                .containsEntry("Codertocat/Hello-World", 125L)
                .containsEntry("Codertocat/Hello-World#1", 33L)
                .containsEntry("Codertocat/Hello-World#2", 55L)
                .containsEntry("Codertocat/Hello-World#4", 17L)
                .containsEntry("electron/electron#26764", 1L)
                .containsEntry("octo-org/octo-repo#118", 1L)
                .containsEntry("Octocoders", 24L)
                .containsEntry("GHSA-rf4j-j272-fj86", 2L);
    }

    @Test
    void payloadsAreKeptToTheByte() throws IOException {
        try (BufferedReader lines = lines()) {
            for (Delivery delivery : ALL) {
                assertThat(lines.readLine())
                        .endsWith("\"payload\":" + delivery.payload().text() + "}");
            }
        }
    }

    @Test
    void anIssueThatIsAPullRequestIsOne() {
        Milestoned event = (Milestoned) read("0117");

        assertThat(event.subject().kind()).isEqualTo(Subject.Kind.PULL_REQUEST);
        assertThat(event.milestone()).isEqualTo("v1.0");
    }

    @Test
    void aPinnedIssueShowsLessAndIsReadAllTheSame() {
        Pinned event = (Pinned) read("0123");

        assertThat(event.subject().title()).isEqualTo("Spelling error in the README file");
        assertThat(event.subject().state()).isNull();
        assertThat(event.subject().labels()).isNull();
    }

    @Test
    void anAlertOfTheOlderKindIsReadAsOneOfTheNewer() {
        assertThat(read("0284"))
                .isEqualTo(new AlertChanged(
                        "Codertocat/Hello-World", "github", "dependabot", "GHSA-hg78-4f6x-99wq", "moderate", "open"));
        assertThat(read("0287"))
                .isEqualTo(new AlertChanged(
                        "Codertocat/Hello-World",
                        "github",
                        "dependabot",
                        "GHSA-qqgx-2p2h-9c37",
                        "moderate",
                        "dismissed"));
    }

    @Test
    void whoWatchesHasStarred() {
        assertThat(read("0312")).isEqualTo(new Starred("Codertocat/Hello-World", "Codertocat"));
    }

    @Test
    void theSendersOwnWordIsNoPartOfTheType() {
        assertThat(ALL.get(266).type()).isEqualTo("repository_dispatch");
    }

    @Test
    void anUnknownTypeIsNoEvent() {
        assertThat(Webhooks.read("sponsorship.doubled", Json.of("{}"))).isEmpty();
    }

    private static Map<String, Long> count(Function<Delivery, String> by) {
        return ALL.stream().collect(groupingBy(by, TreeMap::new, counting()));
    }

    private static Told read(String number) {
        return read(ALL.get(Integer.parseInt(number) - 1));
    }

    private static Told read(Delivery delivery) {
        return Webhooks.read(delivery.type(), delivery.payload()).orElseThrow();
    }

    private static BufferedReader lines() throws IOException {
        return new BufferedReader(new InputStreamReader(
                new GZIPInputStream(
                        Objects.requireNonNull(Delivery.class.getResourceAsStream("github-webhooks.jsonl.gz"))),
                UTF_8));
    }
}

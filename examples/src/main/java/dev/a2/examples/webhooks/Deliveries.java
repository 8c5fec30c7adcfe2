package dev.a2.examples.webhooks;

import dev.a2.ContractBuilder;
import dev.a2.EventType;
import dev.a2.Upcaster;
import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.examples.webhooks.GitHubEvent.Noted;
import dev.a2.examples.webhooks.GitHubEvent.Told;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * How GitHub's deliveries become our events: for each stored type, which record it is and how to read it.
 *
 * <p>The log keeps what came. So when the application learns to make more of a delivery, it does so for all that ever
 * came: change the reading here, and raise the version of the reducers that look at it.
 */
final class Deliveries {
    /** How one stored type is read. */
    private record Reading<T extends Told>(Class<T> type, Function<Payload, T> reader) {}

    /** A name, and perhaps a shape, that GitHub itself used before another. */
    private record Older(String newer, UnaryOperator<ObjectNode> change) {}

    private static final Codec CODEC = new JacksonCodec();

    private final Map<String, Reading<?>> readings = new LinkedHashMap<>();
    private final Map<String, Older> older = new LinkedHashMap<>();

    private Deliveries() {}

    /** All that GitHub sends and we know. */
    static Deliveries known() {
        Deliveries known = new Deliveries();
        new ThreadDeliveries(known).add();
        new RepositoryDeliveries(known).add();
        known.otherNames();
        return known;
    }

    /** Teaches a contract to read them. */
    ContractBuilder<GitHubEvent> addTo(ContractBuilder<GitHubEvent> contract) {
        readings.forEach((stored, reading) -> contract.upcast(
                stored,
                nameOf(reading.type()),
                payload -> CODEC.encode(reading.reader().apply(Payload.of(payload)))));
        older.forEach((stored, step) -> contract.upcast(stored, step.newer(), Upcaster.object(step.change())));
        return contract;
    }

    /** The event that a delivery is, if we know its type. */
    Optional<Told> read(String storedType, Json payload) {
        Older before = older.get(storedType);
        if (before != null) {
            return read(before.newer(), Upcaster.object(before.change()).upcast(payload));
        }
        Reading<?> reading = readings.get(storedType);
        return reading == null ? Optional.empty() : Optional.of(reading.reader().apply(Payload.of(payload)));
    }

    /** The wire name of an event. */
    static String nameOf(Class<? extends GitHubEvent> type) {
        return Objects.requireNonNull(type.getAnnotation(EventType.class), type::getName)
                .value();
    }

    // ---- what GitHub renamed, and what we only count

    private void otherNames() {
        // Who "watches" has starred: GitHub gave the button another name in 2012 and kept the webhook.
        older("watch.started", "star.created", payload -> payload);
        older("team_add", "team.added_to_repository", payload -> payload);
        older("public", "repository.publicized", payload -> payload);
        older("repository_vulnerability_alert.create", "dependabot_alert.created", Deliveries::dependabotAlert);
        older("repository_vulnerability_alert.dismiss", "dependabot_alert.dismissed", Deliveries::dependabotAlert);
        note("commit_comment.created", "deployment_review.requested", "gollum", "page_build", "ping", "meta.deleted");
        note("marketplace_purchase.purchased", "marketplace_purchase.changed", "marketplace_purchase.cancelled");
        note("merge_group.checks_requested", "milestone.created", "milestone.closed", "milestone.deleted");
        note("organization.renamed", "package.published", "repository.edited");
        note("project.created", "project_column.created", "project_column.edited");
        note("project_card.created", "project_card.deleted", "project_card.moved");
        note("projects_v2_item.created", "projects_v2_item.edited", "projects_v2_item.converted");
        note("projects_v2_item.archived", "projects_v2_item.restored", "projects_v2_item.reordered");
        note("repository_dispatch", "repository_import", "workflow_dispatch");
        note("security_advisory.published", "security_advisory.updated", "security_advisory.withdrawn");
        note("sponsorship.created", "sponsorship.pending_tier_change");
    }

    /** The older alert names its advisory beside the facts, not within, and knows no state while it is open. */
    private static ObjectNode dependabotAlert(ObjectNode payload) {
        ObjectNode alert = (ObjectNode) payload.path("alert");
        alert.withObject("/security_advisory")
                .put("ghsa_id", alert.path("ghsa_id").asString())
                .put("severity", alert.path("severity").asString());
        if (!alert.has("state")) {
            alert.put("state", "open");
        }
        return payload;
    }

    private void note(String... storedTypes) {
        for (String stored : storedTypes) {
            String what = words(stored);
            read(Noted.class, p -> new Noted(p.repositoryOrNull(), p.actor(), what), stored);
        }
    }

    /** GitHub's name for what happened, to be read by people. */
    static String words(String storedType) {
        return storedType.replace('_', ' ').replace('.', ' ');
    }

    /** These stored types are read as that record. */
    <T extends Told> void read(Class<T> type, Function<Payload, T> reader, String... storedTypes) {
        for (String stored : storedTypes) {
            readings.put(stored, new Reading<>(type, reader));
        }
    }

    private void older(String storedType, String newer, UnaryOperator<ObjectNode> change) {
        older.put(storedType, new Older(newer, change));
    }
}

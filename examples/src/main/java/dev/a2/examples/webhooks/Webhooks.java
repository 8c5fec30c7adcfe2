package dev.a2.examples.webhooks;

import dev.a2.Contract;
import dev.a2.ContractBuilder;
import dev.a2.HandlerContext;
import dev.a2.RetryPolicy;
import dev.a2.Session;
import dev.a2.codec.Json;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The GitHub app as a contract: what can happen, how things stand, and who reacts.
 *
 * <ul>
 *   <li>The handlers table looks up who is behind each contribution, in a directory that is out of order now and then; and
 *       has reviewers reminded after a while, by a timer that outlives the process.
 *   <li>{@code notify}, a lane per repository, writes the messages: in order, because they tell a story.
 *   <li>{@code board}, a lane per repository, tells the repository's own session how its issues and pull requests stand.
 *   <li>{@code audit} follows each log from its beginning, also that of sessions older than itself.
 * </ul>
 *
 * <p>What they do is in the log as events, returned by the handler and so written together with the fact that it is done;
 * or, in another session, under an id that follows from the delivery. That is why no crash loses or doubles any of it.
 */
public final class Webhooks {
    /** Who writes the messages. */
    static final String NOTIFY = "notify";

    /** Who tells repositories of their issues. */
    static final String BOARD = "board";

    /** Who keeps the audit. */
    static final String AUDIT = "audit";

    /** How long reviewers are left alone; a real app would say days. */
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private static final RetryPolicy SHORT_WAITS =
            RetryPolicy.defaults().waits(Duration.ofMillis(60), 2, Duration.ofSeconds(1));
    private static final Deliveries DELIVERIES = Deliveries.known();

    private final Directory directory;

    private Webhooks(Directory directory) {
        this.directory = directory;
    }

    /** The contract. */
    public static Contract<GitHubEvent> contract() {
        return contract(Duration.ofMillis(5));
    }

    /** The contract, with a directory that takes that long to answer. */
    public static Contract<GitHubEvent> contract(Duration latency) {
        Webhooks webhooks = new Webhooks(new Directory(latency));
        return webhooks.withoutAudit()
                .log(AUDIT, audit -> audit.backfill().on(Sensitive.class, Webhooks::audit))
                .build();
    }

    /** The contract as it was before anybody asked for an audit. */
    public static Contract<GitHubEvent> contractBeforeAudit(Duration latency) {
        return new Webhooks(new Directory(latency)).withoutAudit().build();
    }

    private ContractBuilder<GitHubEvent> withoutAudit() {
        return DELIVERIES
                .addTo(Contract.of("webhooks", GitHubEvent.class))
                .reducer(Issue.REDUCER)
                .reducer(PullRequest.REDUCER)
                .reducer(Repository.REDUCER)
                .reducer(Audit.REDUCER)
                .reducer(Activity.REDUCER)
                .on(Contribution.class, this::profile)
                .on(ReviewRequested.class, Webhooks::remindLater)
                .handlers(table -> table.retry(SHORT_WAITS))
                .lane(
                        NOTIFY,
                        Webhooks::repositoryOf,
                        lane -> lane.retry(SHORT_WAITS.maxFailures(3))
                                .on(OnThread.class, Webhooks::notify)
                                .on(Pushed.class, Webhooks::notify)
                                .on(Released.class, Webhooks::notify)
                                .on(AlertChanged.class, Webhooks::notify))
                .lane(
                        BOARD,
                        Webhooks::repositoryOf,
                        lane -> lane.retry(SHORT_WAITS).effect(Lifecycle.class, Webhooks::moveCard));
    }

    /** What a delivery is read as; nothing for one that the application knows nothing of. */
    public static Optional<Told> read(String storedType, Json payload) {
        return DELIVERIES.read(storedType, payload);
    }

    private static @Nullable String repositoryOf(GitHubEvent event) {
        return event instanceof Told told ? told.repository() : null;
    }

    // ---- the handlers

    private List<ProfileFound> profile(Contribution event, HandlerContext<GitHubEvent> context) throws Exception {
        String delivery = context.raw().id();
        String name = directory.nameOf(event.actor(), delivery, context.attempt());
        return List.of(new ProfileFound(delivery, event.actor(), name));
    }

    private static List<GitHubEvent> remindLater(ReviewRequested event, HandlerContext<GitHubEvent> context) {
        context.schedule(new Reminded(context.raw().id(), event.reviewer()), A_WHILE);
        return List.of();
    }

    private static List<Notified> notify(Told event, HandlerContext<GitHubEvent> context) {
        String text = Wording.of(event, templates(event, context));
        return List.of(new Notified(context.raw().id(), recipients(event, context), text));
    }

    /** Those who have to do with it as of the event, whoever joined since; not whoever did it. */
    private static List<String> recipients(Told event, HandlerContext<GitHubEvent> context) {
        PullRequest pull = context.state(PullRequest.REDUCER);
        SortedSet<String> logins = new TreeSet<>(pull.issue().assignees());
        logins.addAll(pull.reviewers().keySet());
        if (pull.issue().author() != null) {
            logins.add(pull.issue().author());
        }
        logins.remove(event.actor());
        return List.copyOf(logins);
    }

    /** The repository's own templates as of now, not as of the event: one that was added since is what we need. */
    private static Map<String, String> templates(Told event, HandlerContext<GitHubEvent> context) {
        String repository = event.repository();
        return repository == null || Wording.knows(Deliveries.nameOf(event.getClass()))
                ? Map.of()
                : context.session(repository).state(Repository.REDUCER).templates();
    }

    /** The card's id follows from the delivery's, so a second attempt appends no second card. */
    private static void moveCard(Lifecycle event, HandlerContext<GitHubEvent> context) {
        Session<GitHubEvent> repository = context.session(event.repository());
        String delivery = context.raw().id();
        Issue issue = context.state(Issue.REDUCER);
        String title = event.subject().title();
        repository.append(
                "card-" + delivery, new CardMoved(delivery, event.subject().number(), title, issue.state()));
    }

    private static List<Audited> audit(Sensitive event, HandlerContext<GitHubEvent> context) {
        return List.of(new Audited(context.raw().id(), event.actor(), Audit.deed(event)));
    }
}

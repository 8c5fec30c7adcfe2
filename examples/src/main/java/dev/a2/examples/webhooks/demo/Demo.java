package dev.a2.examples.webhooks.demo;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Batch;
import dev.a2.Concurrency;
import dev.a2.Contract;
import dev.a2.DeadLetter;
import dev.a2.examples.webhooks.Delivery;
import dev.a2.examples.webhooks.GitHubEvent;
import dev.a2.examples.webhooks.GitHubEvent.TemplateAdded;
import dev.a2.examples.webhooks.Webhooks;
import dev.a2.store.Cursor;
import dev.a2.store.ErrorCode;
import dev.a2.store.Finding;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The GitHub app at work: takes the example deliveries, lets the handlers react, repairs what fails, and checks the result.
 *
 * <p>It may be killed at any moment and started again on the same store. It then takes all deliveries again, which adds
 * nothing that is there already, and the engine goes on with the handlers where it was.
 *
 * <p>For the first half of the deliveries the app runs as it was before there was an audit. The second half finds a newer
 * app, whose audit then covers the first half as well.
 */
public final class Demo implements AutoCloseable {
    /** The repository whose messages lack a template. */
    public static final String REPOSITORY = "Codertocat/Hello-World";

    /** The session that is worth a look. */
    public static final String SHOWN = REPOSITORY + "#2";

    /** After so many attempts a message is a dead letter, if nobody was killed meanwhile. */
    static final int NOTIFY_ATTEMPTS = 3;

    private static final String TEMPLATE_ID = "template-draft-changed";
    private static final Duration TICK = Duration.ofMillis(120);
    private static final Duration GIVE_UP = Duration.ofSeconds(60);

    /**
     * A dead letter in its session.
     *
     * @param waiting how many events wait behind it
     */
    public record Dead(String session, DeadLetter letter, int waiting) {}

    private final SessionStore store;
    private final DemoOptions options;
    private final Progress progress;
    private final List<Delivery> deliveries = Delivery.examples();
    private final Expected expected = Expected.of(deliveries);
    private final Census census;
    private A2<GitHubEvent> a2;
    private long ticked;

    /** Opens the app on a store; {@link #close} does not close the store. */
    public Demo(SessionStore store, DemoOptions options, Progress progress) {
        this.store = store;
        this.options = options;
        this.progress = progress;
        this.census = new Census(store);
        Contract<GitHubEvent> before = Webhooks.contractBeforeAudit(options.pace());
        this.a2 = open(isPastHalf() ? current() : before);
    }

    private Contract<GitHubEvent> current() {
        return Webhooks.contract(options.pace());
    }

    private A2<GitHubEvent> open(Contract<GitHubEvent> contract) {
        int workers = options.workers();
        return A2.open(
                contract,
                store,
                A2Options.defaults()
                        .worker("demo")
                        .concurrency(new Concurrency(workers, workers, workers))
                        .claimTtl(Duration.ofSeconds(2))
                        .pollInterval(Duration.ofMillis(200))
                        .sweepInterval(Duration.ofMillis(500)));
    }

    /** Whether an earlier run came so far that the newer app was at work. */
    private boolean isPastHalf() {
        Delivery first = deliveries.get(deliveries.size() / 2);
        return census.look().knows(first.session(), first.id());
    }

    /** Whether a store holds nothing but what a demo put there. */
    public static boolean owns(SessionStore store) {
        Set<String> own = new HashSet<>(Set.of(REPOSITORY));
        Delivery.examples().forEach(delivery -> own.add(delivery.session()));
        return own.containsAll(new Census(store).look().sessions());
    }

    /** How far it is. */
    public Progress.Standing standing() {
        census.look();
        return new Progress.Standing(
                census.deliveries(), deliveries.size(), census.handled(), expected.reactions(), census.retried());
    }

    /** Takes all deliveries, each once however often this is called, and replaces the app after one half. */
    public void takeDeliveries() {
        persistently(this::takeAll);
    }

    private void takeAll() {
        int half = deliveries.size() / 2;
        deliveries.subList(0, half).forEach(this::take);
        if (a2.contract().served().logs().isEmpty()) {
            a2.close();
            a2 = open(current());
        }
        deliveries.subList(half, deliveries.size()).forEach(this::take);
        tick();
    }

    private void take(Delivery delivery) {
        a2.session(delivery.session())
                .append(Batch.<GitHubEvent>empty().andRaw(delivery.id(), delivery.type(), delivery.payload()));
        if (!census.knows(delivery.session(), delivery.id())) {
            sleep(options.pace());
        }
        if (System.nanoTime() - ticked > TICK.toNanos()) {
            tick();
        }
    }

    /** Waits until all is done, or nothing goes on any more but for dead letters, which it answers. */
    public List<Dead> settle() {
        List<Dead> dead = new ArrayList<>();
        persistently(() -> dead.addAll(awaitSettled()));
        return dead;
    }

    private List<Dead> awaitSettled() {
        int done = -1;
        long changed = System.nanoTime();
        while (true) {
            Progress.Standing standing = tick();
            if (standing.done() != done) {
                done = standing.done();
                changed = System.nanoTime();
            }
            boolean complete = done >= standing.all();
            boolean quiet = isQuiet();
            List<Dead> dead = quiet ? deadLetters() : List.of();
            if (quiet && (complete || !dead.isEmpty())) {
                return dead;
            }
            if (System.nanoTime() - changed > GIVE_UP.toNanos()) {
                List<String> left = expected.differences(census.facts());
                throw new IllegalStateException("nothing happened for " + GIVE_UP.toSeconds() + " s, and " + left.size()
                        + " events differ: " + String.join("; ", left.subList(0, Math.min(3, left.size()))));
            }
            sleep(TICK);
        }
    }

    private boolean isQuiet() {
        return census.sessions().stream()
                .allMatch(session -> a2.session(session).settle(TICK).settled());
    }

    /** What failed for good. */
    public List<Dead> deadLetters() {
        List<Dead> dead = new ArrayList<>();
        for (String session : census.sessions()) {
            for (DeadLetter letter : a2.session(session).deadLetters()) {
                dead.add(new Dead(session, letter, waiting(session, letter)));
            }
        }
        return dead;
    }

    /** Of the events behind it, those whose message is not written yet. */
    private int waiting(String session, DeadLetter letter) {
        if (letter.lane() == null) {
            return 0;
        }
        return (int) expected.events().keySet().stream()
                .filter(item -> item.session().equals(session) && item.type().equals("notified"))
                .filter(item -> item.delivery().compareTo(letter.event().id()) > 0)
                .filter(item -> census.facts(session).stream()
                        .noneMatch(fact -> fact.type().equals("notified")
                                && item.delivery().equals(fact.delivery())))
                .count();
    }

    /** What an operator does first: removes the cause. It is in the log as well, so it is done once. */
    public void addTemplate() {
        a2.session(REPOSITORY)
                .append(TEMPLATE_ID, new TemplateAdded("draft-changed", "{actor} changed {thread}: draft {draft}"));
    }

    /** What an operator does then: has the dead letters tried again. */
    public void redrive(List<Dead> dead) {
        for (Dead each : dead) {
            persistently(() -> a2.session(each.session())
                    .retry(each.letter().consumer(), each.letter().index()));
        }
    }

    /** What is wrong in the end; nothing when all is well. */
    public List<String> check() {
        List<String> problems = new ArrayList<>();
        persistently(() -> {
            problems.clear();
            problems.addAll(problems());
        });
        return problems;
    }

    private List<String> problems() {
        census.look();
        List<String> problems = new ArrayList<>(expected.differences(census.facts()));
        int all = expected.events().size() + 1;
        if (census.facts().size() != all) {
            problems.add(census.facts().size() + " events instead of " + all);
        }
        for (String session : census.sessions()) {
            for (Cursor cursor : a2.session(session).cursors()) {
                Optional.ofNullable(cursor.head())
                        .ifPresent(head -> problems.add(
                                "not handled: event " + head + " of " + session + " by " + cursor.consumer()));
            }
            for (Finding finding : store.verify(session)) {
                problems.add(session + ": " + finding);
            }
        }
        return problems;
    }

    /** What is in the store, as of the last look. */
    Census census() {
        return census;
    }

    /** The app. */
    A2<GitHubEvent> a2() {
        return a2;
    }

    private Progress.Standing tick() {
        Progress.Standing standing = standing();
        progress.at(standing);
        ticked = System.nanoTime();
        return standing;
    }

    /** Each step may be repeated, as after a kill, so it is while the store is away. */
    private static void persistently(Runnable step) {
        long until = System.nanoTime() + GIVE_UP.toNanos();
        while (true) {
            try {
                step.run();
                return;
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || System.nanoTime() - until > 0) {
                    throw e;
                }
                sleep(TICK);
            }
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Stops the app; what handlers are at is finished, or given back. */
    @Override
    public void close() {
        a2.close();
    }
}

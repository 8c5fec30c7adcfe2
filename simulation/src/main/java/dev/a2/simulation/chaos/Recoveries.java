package dev.a2.simulation.chaos;

import dev.a2.A2Listener.Ending;
import dev.a2.simulation.chaos.Fact.Began;
import dev.a2.simulation.chaos.Fact.Ended;
import dev.a2.simulation.chaos.Fact.Left;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.simulation.chaos.Fact.Told;
import dev.a2.simulation.chaos.Recovery.Kind;
import dev.a2.store.AttemptRef;
import dev.a2.store.HeadRef;
import dev.a2.store.Reserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures, from what was written down, how long heads waited for their next attempt. Only heads that any process takes, again and
 * again, count: the older version does not know the log, and what gives up soon waits for somebody who redrives it.
 */
final class Recoveries {
    private static final Duration NEVER = Duration.ofDays(365);
    private static final Set<String> MEASURED = Set.of(Reserved.HANDLERS, ErrandApp.LANE);

    /** A head of a session. */
    private record Place(String session, HeadRef head) {}

    /** An attempt whose user code began; when its user code ended, {@code Long.MAX_VALUE} if it did not. */
    private record Run(Entry began, Place place, int attempt, long leftMs) {}

    private final Evidence evidence;
    private final Lives lives;
    private final List<Run> runs = new ArrayList<>();
    private final Map<Place, List<Run>> runsOf = new HashMap<>();
    private final List<Recovery> found = new ArrayList<>();

    Recoveries(Evidence evidence) {
        this.evidence = evidence;
        this.lives = new Lives(evidence);
    }

    List<Recovery> measure() {
        collectRuns();
        lives.of(Stage.KILLED).forEach(this::killed);
        lives.of(Stage.PAUSED).forEach(this::paused);
        evidence.each(Ended.class, this::ended);
        lives.of(Stage.READY).forEach(this::back);
        return found;
    }

    private void collectRuns() {
        Map<String, Long> left = new HashMap<>();
        evidence.each(Left.class, (entry, one) -> left.put(key(entry.who(), one.session(), one.attempt()), entry.ms()));
        evidence.each(Began.class, (entry, began) -> {
            if (MEASURED.contains(began.attempt().consumer())) {
                Place place = new Place(began.session(), began.attempt().head());
                long leftMs = left.getOrDefault(key(entry.who(), began.session(), began.attempt()), Long.MAX_VALUE);
                Run run = new Run(entry, place, began.attempt().attempt(), leftMs);
                runs.add(run);
                runsOf.computeIfAbsent(place, head -> new ArrayList<>()).add(run);
            }
        });
    }

    private static String key(String who, String session, AttemptRef attempt) {
        return who + " " + session + " " + attempt;
    }

    /** The first to begin a later attempt of a head. */
    private Optional<Run> next(Place place, int attempt) {
        return runsOf.getOrDefault(place, List.of()).stream()
                .filter(run -> run.attempt() > attempt)
                .findFirst();
    }

    private void killed(Entry kill) {
        for (Run run : runs) {
            if (run.began().who().equals(kill.who()) && run.leftMs() == Long.MAX_VALUE) {
                Optional<Run> next = next(run.place(), run.attempt());
                add(Kind.KILL, kill, run.place(), next.map(Run::began).orElse(null));
            }
        }
    }

    private void paused(Entry pause) {
        long until = lives.continuedMs(pause);
        for (Run run : runs) {
            boolean inHand =
                    run.began().who().equals(pause.who()) && run.began().ms() <= pause.ms() && run.leftMs() >= until;
            if (inHand) {
                next(run.place(), run.attempt())
                        .filter(next ->
                                next.began().ms() > pause.ms() && next.began().ms() < until)
                        .ifPresent(next -> add(Kind.PAUSE, pause, run.place(), next.began()));
            }
        }
    }

    private void ended(Entry entry, Ended ended) {
        if (ended.ending() == Ending.RELEASED
                && MEASURED.contains(ended.attempt().consumer())) {
            Place place = new Place(ended.session(), ended.attempt().head());
            next(place, ended.attempt().attempt()).ifPresent(next -> add(Kind.GIVE_BACK, entry, place, next.began()));
        }
    }

    /** Clients ask all the time, so the first that is told of something shows that work goes on. */
    private void back(Entry ready) {
        if (ready.who().equals(Storm.SERVER)) {
            evidence.entries().stream()
                    .filter(entry -> entry.ms() >= ready.ms())
                    .filter(entry -> entry.fact() instanceof Began || entry.fact() instanceof Told)
                    .findFirst()
                    .ifPresent(next -> add(Kind.SERVER, ready, null, next));
        }
    }

    private void add(Kind kind, Entry cause, @Nullable Place place, @Nullable Entry next) {
        HeadRef head = place == null ? null : place.head();
        if (next == null) {
            found.add(new Recovery(kind, place + " after " + cause, head, NEVER, 0, bound(kind, 0)));
            return;
        }
        Duration took = lives.workable(cause.ms(), next.ms(), cause.who());
        int disturbances = lives.disturbances(cause.ms(), next.ms(), cause.who());
        found.add(new Recovery(kind, cause + " -> " + next, head, took, disturbances, bound(kind, disturbances)));
    }

    /** Each further disturbance may have hit whoever had the head meanwhile, and then adds a takeover. */
    private @Nullable Duration bound(Kind kind, int disturbances) {
        FleetTimes times = evidence.times();
        Duration more = times.takeover().multipliedBy(disturbances);
        return switch (kind) {
            case KILL -> times.takeover().plus(more);
            case PAUSE -> null;
            case GIVE_BACK -> times.giveBack().plus(more);
            case SERVER -> times.reconnect().plus(more);
        };
    }
}

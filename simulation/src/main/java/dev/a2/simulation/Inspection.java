package dev.a2.simulation;

import dev.a2.Recorded;
import dev.a2.Session;
import dev.a2.simulation.Deed.Answered;
import dev.a2.simulation.Deed.Asked;
import dev.a2.simulation.Deed.Audited;
import dev.a2.simulation.Deed.Moved;
import dev.a2.simulation.Deed.Noted;
import dev.a2.simulation.Deed.Rang;
import dev.a2.simulation.Deed.Touched;
import dev.a2.store.Cursor;
import dev.a2.store.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What must be true of a session in which everything has come to rest. */
final class Inspection {
    private Inspection() {}

    /**
     * Looks at a session.
     *
     * @param acknowledged by number of an asked event the index that was told for it
     * @param findings of the store's own verification
     */
    static void inspect(Session<Deed> session, Map<Integer, Long> acknowledged, List<Finding> findings) {
        String id = session.id();
        check("verify", id, findings, List.of());
        check("I8", id + ": heads left", heads(session), List.of());

        List<Recorded<Deed>> all = session.history().toList();
        List<Asked> asked = of(all, Asked.class);
        told(session, all, acknowledged);
        List<Integer> numbers = asked.stream().map(Asked::n).toList();
        check("I3", id + ": asked", new HashSet<>(numbers).size(), numbers.size());
        once("I6", id, of(all, Answered.class), Answered::n, numbers);
        once("I6", id, of(all, Touched.class), Touched::n, numbers);
        once("RT-5", id, of(all, Noted.class), Noted::n, numbers);
        once("RT-10", id, of(all, Rang.class), Rang::n, numbers);
        rangInTime(id, all);
        check(
                "I7",
                id + ": audited",
                of(all, Audited.class).stream().map(Audited::n).toList(),
                numbers);
        for (String lane : List.of("lane0", "lane1")) {
            List<Moved> moved = of(all, Moved.class).stream()
                    .filter(one -> one.lane().equals(lane))
                    .toList();
            check("I7, I12", id + ": moved in " + lane, moved, moves(asked, lane));
        }
        long sum = asked.stream().mapToLong(Asked::n).sum();
        check("I11", id + ": state", session.state(App.SUM), sum);
    }

    /** A timer begins when its handler ends, which is after what it answers. */
    private static void rangInTime(String session, List<Recorded<Deed>> all) {
        Map<Integer, Instant> answered = new HashMap<>();
        for (Recorded<Deed> one : all) {
            if (one.event() instanceof Answered answer) {
                answered.put(answer.n(), one.createdAt());
            }
            Instant begun = one.event() instanceof Rang rang ? answered.get(rang.n()) : null;
            if (begun != null) {
                Duration after = Duration.between(begun, one.createdAt());
                check("RT-10", session + ": early timer " + one, after.compareTo(World.RINGS_AFTER) < 0, false);
            }
        }
    }

    private static List<Cursor> heads(Session<Deed> session) {
        return session.cursors().stream()
                .filter(cursor -> cursor.head() != null)
                .toList();
    }

    /** What was acknowledged is there, at the index that was told, unless a clear ended it. */
    private static void told(Session<Deed> session, List<Recorded<Deed>> all, Map<Integer, Long> told) {
        long marker = session.bounds().clearIndex();
        told.forEach((n, index) -> {
            if (index > marker) {
                boolean there = all.stream()
                        .anyMatch(one -> one.index() == index && one.event() instanceof Asked asked && asked.n() == n);
                check("I1", session.id() + ": the acknowledged event " + n + " at " + index, there, true);
            }
        });
    }

    private static <T> void once(
            String rule, String session, List<T> events, Function<T, Integer> number, List<Integer> expected) {
        List<Integer> numbers =
                new ArrayList<>(events.stream().map(number).sorted().toList());
        String kind = events.isEmpty() ? "nothing" : events.get(0).getClass().getSimpleName();
        check(rule, session + ": " + kind, numbers, expected.stream().sorted().toList());
    }

    /** What the lanes must have said: in order, each with the sum as of its event. */
    private static List<Moved> moves(List<Asked> asked, String lane) {
        List<Moved> moves = new ArrayList<>();
        long sum = 0;
        for (Asked event : asked) {
            sum += event.n();
            if (event.lane().equals(lane)) {
                moves.add(new Moved(event.n(), lane, sum));
            }
        }
        return moves;
    }

    private static <T extends Deed> List<T> of(List<Recorded<Deed>> all, Class<T> type) {
        return all.stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    static void check(String rule, String what, Object found, Object expected) {
        if (!found.equals(expected)) {
            throw new Broken(rule, what + " is " + found + " and should be " + expected);
        }
    }
}

package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Errand.Asked;
import dev.a2.simulation.chaos.Errand.Audited;
import dev.a2.simulation.chaos.Errand.Moved;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lanes and the log consumer went on in order (I7), each with the state as of its event (I12). */
final class OrderCheck {
    private final Evidence evidence;
    private final Findings findings;
    private final String session;
    private final Errands errands;

    OrderCheck(Evidence evidence, Findings findings, String session) {
        this.evidence = evidence;
        this.findings = findings;
        this.session = session;
        this.errands = new Errands(evidence.log(session));
    }

    void run() {
        List<Asked> asked = List.copyOf(errands.of(Asked.class).values());
        for (String lane : asked.stream().map(Asked::lane).distinct().toList()) {
            check("lane " + lane, moves(lane), expectedMoves(asked, lane));
        }
        List<Integer> audited =
                errands.of(Audited.class).values().stream().map(Audited::n).toList();
        check("the log consumer", audited, asked.stream().map(Asked::n).toList());
    }

    private List<Moved> moves(String lane) {
        return evidence.log(session).stream()
                .filter(event -> isOf(lane, event.cause()))
                .map(Event::index)
                .map(errands::at)
                .map(Moved.class::cast)
                .toList();
    }

    private static boolean isOf(String lane, @Nullable AttemptRef cause) {
        return cause != null && cause.consumer().equals(ErrandApp.LANE) && Objects.equals(cause.lane(), lane);
    }

    private static List<Moved> expectedMoves(List<Asked> asked, String lane) {
        List<Moved> moves = new ArrayList<>();
        long sum = 0;
        for (Asked event : asked) {
            sum += event.n();
            if (event.lane().equals(lane)) {
                moves.add(new Moved(event.n(), sum));
            }
        }
        return moves;
    }

    /** Tells the first difference. */
    private void check(String what, List<?> found, List<?> expected) {
        int i = 0;
        while (i < found.size() && i < expected.size() && found.get(i).equals(expected.get(i))) {
            i++;
        }
        Object is = i < found.size() ? found.get(i) : "nothing";
        Object should = i < expected.size() ? expected.get(i) : "nothing";
        int place = i;
        findings.check(
                session,
                "I7",
                found.equals(expected),
                () -> what + " did " + is + " at place " + place + " and should have done " + should);
    }
}

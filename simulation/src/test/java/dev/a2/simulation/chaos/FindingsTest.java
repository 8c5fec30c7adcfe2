package dev.a2.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2Listener.Ending;
import dev.a2.simulation.chaos.Fact.Ended;
import dev.a2.simulation.chaos.Fact.Left;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Noticed;
import dev.a2.simulation.chaos.Fact.Saw;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check objects to evidence that is falsified in its way, and to nothing else. */
final class FindingsTest {
    private static final String OTHER = "2.1";

    private final HandMade made = HandMade.sound();

    @Test
    void soundEvidenceIsLeftAlone() {
        assertThat(Findings.in(made.evidence())).isEmpty();
    }

    // ---- the log

    @Test
    void anAcknowledgedEventThatIsGoneIsFound() {
        made.write(17, HandMade.WORKER, new Fact.Asking(HandMade.SESSION, 6, 1));
        made.write(18, HandMade.WORKER, new Fact.Told(HandMade.SESSION, 6, 3));

        assertThat(made.rules()).containsExactly("lost");
    }

    @Test
    void anAcknowledgedBatchOfWhichHalfIsThereIsFound() {
        made.forget(fact -> fact instanceof Fact.Asking asking && asking.first() == 2);
        made.write(10, HandMade.WORKER, new Fact.Asking(HandMade.SESSION, 2, 2));

        assertThat(made.rules()).containsExactly("lost");
    }

    @Test
    void anEventThatNobodyAskedForIsFound() {
        made.forget(fact -> fact instanceof Fact.Asking asking && asking.first() == 4);

        assertThat(made.rules()).containsExactly("invented");
    }

    @Test
    void aGapIsFound() {
        made.move(made.log.size() - 1, made.log.size() + 1);

        assertThat(made.rules()).contains("I1");
    }

    @Test
    void anIdThatStandsTwiceIsFound() {
        made.log.set(1, made.log.get(0));
        made.move(1, 2);

        assertThat(made.rules()).contains("I3", "lost");
    }

    // ---- heads

    @Test
    void aHeadThatNobodyCompletedIsFound() {
        made.lose(made.place(HandMade.TOUCHY, "touched"));

        assertThat(made.rules()).contains("I6");
    }

    @Test
    void aHeadThatWasCompletedTwiceIsFound() {
        made.store(5_000, HandMade.TOUCHY.attempt(2), new Errand.Touched(2));

        assertThat(made.rules()).containsExactly("I6");
    }

    @Test
    void aHeadThatTwoAttemptsCompletedHalfEachIsFound() {
        made.changeCause(made.place(HandMade.HANDLER, "a2.timer"), 2);

        assertThat(made.rules()).containsExactly("I6");
    }

    @Test
    void anAcknowledgedCompletionThatIsNotTheStoredOneIsFound() {
        made.changeCause(made.place(HandMade.TOUCHY, "touched"), 2);

        assertThat(made.rules()).containsExactly("I6");
    }

    @Test
    void outputForAnotherEventIsFound() {
        made.lose(made.place(HandMade.TOUCHY, "touched"));
        made.store(5_000, HandMade.TOUCHY.attempt(1), new Errand.Touched(4));

        assertThat(made.rules()).contains("I2");
    }

    @Test
    void outputOfAnAttemptThatWasToldToBeOvertakenIsFound() {
        made.forget(
                fact -> fact instanceof Ended ended && ended.attempt().head().equals(HandMade.TOUCHY));
        made.write(60, HandMade.WORKER, new Ended(HandMade.SESSION, HandMade.TOUCHY.attempt(1), Ending.SUPERSEDED));

        assertThat(made.rules()).containsExactly("I5");
    }

    @Test
    void outputOfAnAttemptAfterThatOfALaterOneIsFound() {
        made.changeCause(made.place(HandMade.HANDLER, "noted"), 2);

        assertThat(made.rules()).containsExactly("I5");
    }

    @Test
    void outputAfterALaterAttemptBeganIsFound() {
        made.begin(41, HandMade.HANDLER.attempt(2));

        assertThat(made.rules()).containsExactly("I5");
    }

    @Test
    void outputOfAHeadThatDoesNotExistIsFound() {
        made.store(5_000, new HeadRef(ErrandApp.TOUCHY, null, 99).attempt(1), new Errand.Touched(2));

        assertThat(made.rules()).containsExactly("I6");
    }

    @Test
    void aTimerThatRangEarlyIsFound() {
        HandMade early = new HandMade();
        early.log.addAll(made.log);
        early.entries.addAll(made.entries);
        int place = early.log.size() - 1;
        Event rang = early.log.get(place);
        early.log.set(
                place,
                new Event(
                        HandMade.SESSION,
                        rang.index(),
                        rang.id(),
                        rang.type(),
                        rang.payload(),
                        rang.createdAt().minusMillis(200),
                        rang.cause()));

        assertThat(early.rules()).containsExactly("RT-10");
    }

    @Test
    void aTimerThatNeverRangIsFound() {
        made.lose(made.log.size() - 1);
        made.forget(fact -> fact instanceof Saw saw && saw.index() > made.log.size());

        assertThat(made.rules()).containsExactly("I6");
    }

    // ---- order

    @Test
    void aLaneOutOfOrderIsFound() {
        made.swap(made.place(HandMade.LANE, "moved"), made.place(HandMade.NEXT_IN_LANE, "moved"));

        assertThat(made.rules()).contains("I7");
    }

    @Test
    void aStateThatIsNotAsOfItsEventIsFound() {
        int place = made.place(HandMade.NEXT_IN_LANE, "moved");
        made.lose(place);
        made.store(5_000, HandMade.NEXT_IN_LANE.attempt(1), new Errand.Moved(4, 4));

        assertThat(made.rules()).contains("I7");
    }

    @Test
    void aLaneThatBeginsBeforeTheEndOfItsLastHeadIsFound() {
        made.begin(45, HandMade.NEXT_IN_LANE.attempt(2));

        assertThat(made.rules()).contains("I7");
    }

    // ---- attempts

    @Test
    void anAttemptThatBeginsTwiceIsFound() {
        made.write(50, OTHER, new Fact.Began(HandMade.SESSION, HandMade.TOUCHY.attempt(1)));

        assertThat(made.rules()).containsExactly("CLM-2");
    }

    @Test
    void aDeadLetterThatBeginsAgainUnaskedIsFound() {
        made.changeCause(made.place(HandMade.TOUCHY, "touched"), 2);
        made.forget(
                fact -> fact instanceof Ended ended && ended.attempt().head().equals(HandMade.TOUCHY));
        made.write(42, HandMade.WORKER, new Ended(HandMade.SESSION, HandMade.TOUCHY.attempt(1), Ending.DEAD_LETTERED));
        made.begin(43, HandMade.TOUCHY.attempt(2));
        assertThat(made.rules()).containsExactly("I9");

        made.write(42, OTHER, new Fact.Redriving(HandMade.SESSION, ErrandApp.TOUCHY, 1));
        assertThat(made.rules()).isEmpty();
    }

    // ---- feeds, presence, lives

    @Test
    void aFeedWithAGapIsFound() {
        made.forget(fact -> fact instanceof Saw saw && saw.index() == 3);

        assertThat(made.rules()).containsExactly("I13");
    }

    @Test
    void aFeedThatYieldsWhatIsNotStoredIsFound() {
        made.forget(fact -> fact instanceof Saw saw && saw.index() == made.log.size());
        made.write(5_001, HandMade.WORKER, new Saw(HandMade.SESSION, made.log.size(), "another"));

        assertThat(made.rules()).containsExactly("I13");
    }

    @Test
    void aGhostIsFound() {
        made.write(7_098, OTHER, new Noticed(HandMade.SESSION, HandMade.WORKER, 7_098));
        assertThat(made.rules()).isEmpty();

        made.write(7_100, OTHER, new Noticed(HandMade.SESSION, HandMade.WORKER, 7_100));
        assertThat(made.rules()).containsExactly("PRS-3");
    }

    @Test
    void somebodyWhoNeverSaidThatHeIsThereIsFound() {
        made.write(92, HandMade.WORKER, new Noticed(HandMade.SESSION, OTHER, 92));

        assertThat(made.rules()).containsExactly("PRS-3");
    }

    @Test
    void aProcessThatDoesNotEndWhenToldToIsFound() {
        made.forget(fact -> fact.equals(new Life(Stage.STOPPED)));

        assertThat(made.rules()).containsExactly("RT-11");
    }

    @Test
    void aProcessThatEndsByItselfIsFound() {
        made.write(50, OTHER, new Life(Stage.READY));

        assertThat(made.rules()).containsExactly("RT-11");
    }

    // ---- recovery

    @Test
    void aHeadOfADeadProcessThatBeginsLateIsFound() {
        killedInTheLane(50);
        made.write(60, OTHER, new Life(Stage.READY));
        made.write(7_000, OTHER, new Life(Stage.TERMINATED));
        made.write(7_001, OTHER, new Life(Stage.STOPPED));

        made.write(6_200, OTHER, new Fact.Began(HandMade.SESSION, HandMade.LANE.attempt(2)));
        assertThat(made.rules()).doesNotContain("RT-9");

        made.forget(fact -> fact instanceof Fact.Began began && began.attempt().equals(HandMade.LANE.attempt(2)));
        made.write(6_400, OTHER, new Fact.Began(HandMade.SESSION, HandMade.LANE.attempt(2)));
        assertThat(made.rules()).contains("RT-9");
    }

    @Test
    void timeInWhichNobodyWasThereDoesNotCount() {
        killedInTheLane(50);
        made.write(5_000, OTHER, new Life(Stage.READY));
        made.write(6_400, OTHER, new Fact.Began(HandMade.SESSION, HandMade.LANE.attempt(2)));
        made.write(7_000, OTHER, new Life(Stage.TERMINATED));
        made.write(7_001, OTHER, new Life(Stage.STOPPED));

        assertThat(made.rules()).doesNotContain("RT-9");
    }

    @Test
    void aHeadOfADeadProcessThatNeverBeginsAgainIsFound() {
        killedInTheLane(50);

        assertThat(made.rules()).contains("RT-9");
    }

    /** The process that had the lane's first head is killed before its user code ends. */
    private void killedInTheLane(long ms) {
        made.forget(fact -> fact instanceof Left left && left.attempt().head().equals(HandMade.LANE));
        made.forget(
                fact -> fact instanceof Ended ended && ended.attempt().head().equals(HandMade.LANE));
        made.forget(fact -> fact instanceof Life life && life.stage() != Stage.READY);
        made.write(ms, HandMade.WORKER, new Life(Stage.KILLED));
    }

    // ---- chronicles

    @Test
    void aChronicleIsReadAsItWasWrittenButForALineThatWasCutOff(@TempDir Path folder) throws Exception {
        List<Fact> facts = made.entries.stream().map(Entry::fact).toList();
        try (Chronicle chronicle = Chronicle.begin(folder, HandMade.WORKER)) {
            facts.forEach(chronicle::write);
            chronicle.write(new Fact.Redriving(HandMade.SESSION, ErrandApp.TOUCHY, 1));
        }
        Path file = folder.resolve(HandMade.WORKER + ".history");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 1));

        assertThat(Chronicle.read(folder)).extracting(Entry::fact).isEqualTo(facts);
    }
}

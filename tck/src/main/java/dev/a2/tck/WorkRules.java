package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WorkMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** WRK: which sessions have work. Consumers have names of the test's own, as the index is shared by all sessions. */
public interface WorkRules extends StoreRules {
    /** How long a taker keeps marks to itself. */
    Duration TAKEN = Duration.ofSeconds(30);

    @Test
    @Rule("WRK-1")
    default void everyOperationThatMakesAHeadLiveMarksIt() {
        Scene s = scene();
        String w = s.unique("w");
        String g = s.unique("g");

        isDue(s, w, false, "before anything");
        s.append(Served.of(log(g)), event("a").to(lane(w, "x")));
        isDue(s, w, true, "an append with a target");
        isDue(s, g, true, "an append that a log takes");
        List<Head> heads = s.claimed();
        s.store().refreshWork(s.session(), Set.of(w, g));
        isDue(s, w, false, "while it is claimed");
        s.lapse();
        isDue(s, w, true, "when the claim has lapsed");
        s.append(event("b").to(lane(w, "x")));
        s.completed(heads.get(1), event("r").to(lane(w, "y")));
        isDue(s, w, true, "a completion that moves the lane on and returns work");
    }

    @Test
    @Rule("WRK-1")
    default void operationsThatFreeAHeadEarlierPullItsMarkForward() {
        Scene s = scene();
        String w = s.unique("w");
        s.append(event("a").to(each(w)));

        Head head = claimFor(s, w, 60_000);
        s.store().refreshWork(s.session(), Set.of(w));
        isDue(s, w, false, "claimed for a minute");
        s.store().releaseClaims(new ReleaseRequest(s.session(), "h", List.of(head.attempt())));
        isDue(s, w, true, "released");
        s.store().refreshWork(s.session(), Set.of(w));
        head = claimFor(s, w, 60_000);
        s.store().refreshWork(s.session(), Set.of(w));
        s.fail(head, 9);
        isDue(s, w, true, "failed without a hold");
        head = claimFor(s, w, 60_000);
        s.store().refreshWork(s.session(), Set.of(w));
        s.fail(head, 9, inMs(500));
        isDue(s, w, false, "failed with a hold");
        s.advanceMs(500);
        isDue(s, w, true, "the hold is over");
        head = claimFor(s, w, 60_000);
        s.bury(head);
        s.store().refreshWork(s.session(), Set.of(w));
        isDue(s, w, false, "dead");
        s.redrive(w, 1, RedriveRequest.Action.RETRY);
        isDue(s, w, true, "redriven");
    }

    @Test
    @Rule("WRK-1")
    default void skippedLaneAndWokenLogAreMarked() {
        Scene s = scene();
        String q = s.unique("q");
        String g = s.unique("g");
        s.append(event("a").to(lane(q, "x")), event("b").to(lane(q, "x")));
        s.bury(s.claimOne());
        s.store().refreshWork(s.session(), Set.of(q));

        s.redrive(q, 1, RedriveRequest.Action.SKIP);
        isDue(s, q, true, "the lane's next head");
        s.store().wakeLog(new WakeLogRequest(s.session(), g, new LogOptions("main", null, true)));
        isDue(s, g, true, "the log's first head");
    }

    @Test
    @Rule("WRK-1")
    default void shortenedClaimPullsItsMarkForward() {
        Scene s = scene();
        String w = s.unique("w");
        s.append(event("a").to(each(w)));
        Head head = claimFor(s, w, 60_000);
        s.store().refreshWork(s.session(), Set.of(w));

        s.store().renewClaims(new RenewRequest(s.session(), "h", List.of(head.attempt()), inMs(100)));

        assertThat(mark(s, w).dueAt()).isBeforeOrEqualTo(s.in(100));
    }

    @Test
    @Rule("WRK-2")
    default void dueMarksAreTakenEarliestFirst() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        List<String> ids = new ArrayList<>();
        for (long hold : new long[] {300, 100, 200, 400}) {
            String id = s.another();
            ids.add(id);
            s.store().append(AppendRequest.of(id, event("a").to(new Target(w, null, inMs(hold)))));
            s.store().refreshWork(id, Set.of(w));
        }
        assertThat(take(s, 9, w).marks()).isEmpty();
        s.advanceMs(350);

        for (int shard = 0; shard < s.store().workShards(); shard++) {
            List<WorkMark> marks = take(s, shard, 9, w).marks();
            assertThat(marks).extracting(WorkMark::dueAt).isSortedAccordingTo(Comparator.naturalOrder());
            marks.forEach(mark -> assertThat(ids.remove(mark.sessionId())).isTrue());
        }
        assertThat(ids).as("sessions that are not due yet").hasSize(1);
    }

    @Test
    @Rule("WRK-2")
    default void takenMarkIsDueAgainAfterTheLeaseOnly() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        s.append(event("a").to(each(w)));

        TakeWorkResult first = take(s, 9, w);
        assertThat(first.marks()).extracting(WorkMark::sessionId).containsExactly(s.session());
        assertThat(first.marks()).extracting(WorkMark::consumer).containsExactly(w);
        assertThat(first.marks().get(0).dueAt()).isBeforeOrEqualTo(s.now());
        assertThat(take(s, 9, w).marks()).isEmpty();
        s.clock().advance(TAKEN.minusMillis(1));
        assertThat(take(s, 9, w).marks())
                .as("a taker that died delays by its lease")
                .isEmpty();
        s.advanceMs(1);
        assertThat(take(s, 9, w).marks()).hasSize(1);
    }

    @Test
    @Rule("WRK-2")
    default void takingTellsWhenTheNextMarkIsDue() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        assertThat(take(s, 9, w).nextDueAt()).isNull();
        s.append(event("a").to(new Target(w, null, inMs(5_000))));
        s.store().refreshWork(s.session(), Set.of(w));

        TakeWorkResult result = take(s, 9, w);
        assertThat(result.marks()).isEmpty();
        assertThat(result.nextDueAt()).isEqualTo(s.in(5_000));
    }

    @Test
    @Rule("WRK-2")
    default void newWorkMakesATakenMarkDueAtOnce() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        String v = s.unique("v");
        s.append(event("a").to(each(w)));
        take(s, 9, w);

        s.append(event("b").to(each(v)));
        assertThat(take(s, 9, w).marks()).as("work of another consumer").isEmpty();
        s.append(event("c").to(each(w)));
        assertThat(take(s, 9, w).marks()).as("new work of its own").hasSize(1);
    }

    @Test
    @Rule("WRK-2")
    default void onlyMarksOfTheServedConsumersAreTaken() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        String v = s.unique("v");
        s.append(event("a").to(each(w), each(v)));

        assertThat(take(s, 9).marks()).isEmpty();
        assertThat(take(s, 9, v, s.unique("nobody")).marks())
                .extracting(WorkMark::consumer)
                .containsExactly(v);
        assertThat(take(s, 9, w, v).marks()).extracting(WorkMark::consumer).containsExactly(w);
    }

    @Test
    @Rule("WRK-2")
    default void limitBoundsWhatIsTaken() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        for (int i = 0; i < 5; i++) {
            s.store().append(AppendRequest.of(s.another(), event("a").to(each(w))));
        }

        List<WorkMark> all = new ArrayList<>();
        for (int shard = 0; shard < s.store().workShards(); shard++) {
            TakeWorkResult result = take(s, shard, 2, w);
            Together.Rounds rounds = new Together.Rounds("taking marks", 1_000);
            while (!result.marks().isEmpty() && rounds.another()) {
                assertThat(result.marks()).hasSizeLessThanOrEqualTo(2);
                all.addAll(result.marks());
                Instant next = result.nextDueAt();
                result = take(s, shard, 2, w);
                assertThat(!result.marks().isEmpty())
                        .as("more is due exactly if the call before said so: %s", next)
                        .isEqualTo(next != null && !next.isAfter(s.now()));
            }
        }
        assertThat(all).hasSize(5).extracting(WorkMark::sessionId).doesNotHaveDuplicates();
    }

    @Test
    @Rule("WRK-2")
    default void takersAtOnceGetEachMarkOnce() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            String id = s.another();
            ids.add(id);
            s.store().append(AppendRequest.of(id, event("a").to(each(w))));
        }

        List<List<WorkMark>> taken = Together.run(6, i -> () -> {
            List<WorkMark> mine = new ArrayList<>();
            Together.Rounds rounds = new Together.Rounds("taking marks", 1_000);
            List<WorkMark> marks;
            do {
                marks = take(s, 4, w).marks();
                mine.addAll(marks);
            } while (!marks.isEmpty() && rounds.another());
            return mine;
        });

        List<String> sessions =
                taken.stream().flatMap(List::stream).map(WorkMark::sessionId).toList();
        assertThat(sessions).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    @Rule("WRK-3")
    default void refreshRemovesTheMarksOfConsumersWithoutLiveHead() {
        Scene s = scene();
        String w = s.unique("w");
        String v = s.unique("v");
        s.append(event("a").to(each(w), each(v)));
        s.claimed().forEach(head -> {
            if (head.consumer().equals(w)) {
                s.completed(head);
            } else {
                s.bury(head);
            }
        });

        s.store().refreshWork(s.session(), Set.of(w));
        assertThat(WorkCheck.marks(s.store(), s.session()))
                .extracting(WorkMark::consumer)
                .doesNotContain(w);
        s.store().refreshWork(s.session(), Set.of(w, v, "nobody"));
        assertThat(WorkCheck.marks(s.store(), s.session())).isEmpty();
        s.store().refreshWork(s.another(), Set.of(w));
        assertThat(WorkCheck.marks(s.store(), s.session())).isEmpty();
    }

    @Test
    @Rule("WRK-3")
    default void refreshSetsTheMarkToWhenTheFirstHeadBecomesFree() {
        Scene s = scene();
        String w = s.unique("w");
        s.append(event("a").to(each(w)), event("b").to(each(w)));
        claimFor(s, w, 700);
        s.store().refreshWork(s.session(), Set.of(w));
        assertThat(mark(s, w).dueAt()).as("b is free").isBeforeOrEqualTo(s.now());
        claimFor(s, w, 500);

        s.store().refreshWork(s.session(), Set.of(w));

        assertThat(mark(s, w).dueAt()).isEqualTo(s.in(500));
        s.advanceMs(500);
        s.store().refreshWork(s.session(), Set.of(w));
        assertThat(mark(s, w).dueAt()).isBeforeOrEqualTo(s.now());
    }

    @Test
    @Rule({"WRK-3", "I10"})
    default void refreshAfterAClearRemovesTheOldMarks() {
        Scene s = scene();
        String w = s.unique("w");
        s.append(event("a").to(each(w)));
        s.clear();

        s.store().refreshWork(s.session(), Set.of(w));

        assertThat(WorkCheck.marks(s.store(), s.session())).isEmpty();
    }

    @Test
    @Rule("WRK-3")
    default void refreshLosesNoWorkThatComesUpAtTheSameTime() {
        Scene s = scene();
        String w = s.unique("w");

        for (int round = 0; round < 30; round++) {
            String id = s.another();
            Together.run(3, i -> () -> {
                if (i == 0) {
                    s.store().append(AppendRequest.of(id, event("a").to(each(w))));
                } else {
                    s.store().refreshWork(id, Set.of(w));
                }
                return i;
            });
            WorkCheck.everyLiveHeadIsMarked(s.store(), id, s.now());
        }
    }

    @Test
    @Rule("WRK-4")
    default void allMarksAreListedPageByPageAndNothingIsTaken() {
        Scene s = scene();
        String w = s.unique("w");
        String v = s.unique("v");
        for (int i = 0; i < 6; i++) {
            s.store().append(AppendRequest.of(s.another(), event("a").to(each(w), each(v))));
        }

        List<WorkMark> whole = mine(WorkCheck.all(s.store(), 100_000), w, v);
        for (int page : new int[] {1, 2, 3, 5}) {
            assertThat(mine(WorkCheck.all(s.store(), page), w, v))
                    .as("pages of %s", page)
                    .isEqualTo(whole);
        }
        assertThat(whole).hasSize(12);
        for (int i = 0; i < 12; i += 2) {
            assertThat(whole.get(i).sessionId())
                    .as("a session's marks stand together")
                    .isEqualTo(whole.get(i + 1).sessionId());
        }
    }

    @Test
    @Rule("WRK-5")
    @Needs(Capability.LOSE_WORK_INDEX)
    default void lostIndexIsRebuiltByRefreshing() {
        Scene s = scene();
        String w = s.unique("w");
        s.append(event("a").to(each(w)), event("b").to(new Target(w, null, inMs(9_000))));
        s.loseWorkIndex();
        assertThat(take(s, 9, w).marks()).isEmpty();

        s.store().refreshWork(s.session(), Set.of(w));

        assertThat(take(s, 9, w).marks()).extracting(WorkMark::sessionId).containsExactly(s.session());
        assertThat(s.claimed()).hasSize(1);
    }

    @Test
    @Rule({"WRK-1", "WRK-5"})
    default void workIsFoundAmongManySessionsWithoutAny() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        for (int i = 0; i < 200; i++) {
            s.store().append(AppendRequest.of(s.another(), event("a")));
        }
        s.append(event("a").to(each(w)));

        assertThat(take(s, 500, w).marks()).extracting(WorkMark::sessionId).containsExactly(s.session());
    }

    @Test
    @Rule({"WRK-3", "WRK-5"})
    default void sessionsWhoseWorkIsDoneHaveNoMarks() {
        Scene s = scene();
        s.takesWork();
        String w = s.unique("w");
        Served mine = Served.named(w);
        for (int i = 0; i < 20; i++) {
            String done = s.another();
            s.store().append(AppendRequest.of(done, event("a").to(each(w))).serving(mine));
            take(s, 500, w);
            ClaimRequest claim = ClaimRequest.of(done, "h", inMs(9_000)).serving(mine);
            for (Head head : s.claimed(claim)) {
                s.store().completeAttempt(CompleteRequest.of(done, head.attempt()));
            }
            s.store().refreshWork(done, Set.of(w));
        }

        assertThat(take(s, 500, w)).isEqualTo(new TakeWorkResult(List.of(), null));
        s.advanceMs(TAKEN.toMillis());
        assertThat(take(s, 500, w)).isEqualTo(new TakeWorkResult(List.of(), null));
    }

    @Test
    @Rule("WRK-2")
    default void newWorkIsHinted() {
        Scene s = scene();
        AtomicInteger hints = new AtomicInteger();
        try (Subscription subscription = s.store().subscribeWork(hints::incrementAndGet)) {
            AtomicInteger tries = new AtomicInteger();
            Together.until("a hint about new work", () -> {
                if (tries.incrementAndGet() % 1_000 == 1) {
                    s.append(event("e" + tries).to(each("w")));
                }
                return hints.get() > 0;
            });
        }
    }

    private static List<WorkMark> mine(List<WorkMark> marks, String... consumers) {
        return marks.stream()
                .filter(mark -> Set.of(consumers).contains(mark.consumer()))
                .toList();
    }

    private static Head claimFor(Scene s, String consumer, long ms) {
        return s.claimed(ClaimRequest.of(s.session(), "h", inMs(ms))
                        .serving(Served.named(consumer))
                        .limit(1))
                .get(0);
    }

    private static WorkMark mark(Scene s, String consumer) {
        List<WorkMark> marks = WorkCheck.marks(s.store(), s.session()).stream()
                .filter(mark -> mark.consumer().equals(consumer))
                .toList();
        assertThat(marks).as("WRK-1: the marks of %s", consumer).hasSize(1);
        return marks.get(0);
    }

    private static void isDue(Scene s, String consumer, boolean expected, String when) {
        List<WorkMark> due = WorkCheck.marks(s.store(), s.session()).stream()
                .filter(mark ->
                        mark.consumer().equals(consumer) && !mark.dueAt().isAfter(s.now()))
                .toList();
        assertThat(!due.isEmpty())
                .as("WRK-1: whether %s has a mark that is due: %s", consumer, when)
                .isEqualTo(expected);
    }

    /** Takes from every shard. */
    private static TakeWorkResult take(Scene s, int limit, String... consumers) {
        List<WorkMark> marks = new ArrayList<>();
        List<Instant> next = new ArrayList<>();
        for (int shard = 0; shard < s.store().workShards(); shard++) {
            TakeWorkResult result = take(s, shard, limit, consumers);
            marks.addAll(result.marks());
            if (result.nextDueAt() != null) {
                next.add(result.nextDueAt());
            }
        }
        return new TakeWorkResult(
                marks, next.stream().min(Comparator.naturalOrder()).orElse(null));
    }

    private static TakeWorkResult take(Scene s, int shard, int limit, String... consumers) {
        return s.store().takeWork(new TakeWorkRequest(shard, Set.of(consumers), limit, TAKEN));
    }
}

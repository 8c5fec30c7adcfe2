package dev.a2.simulation.chaos;

import dev.a2.A2Listener.Ending;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Finding;
import dev.a2.store.HeadRef;
import dev.a2.store.Reserved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Evidence made by hand: two events of one session and all that follows from them, as process 1.1 did it and wrote it down. A test
 * then falsifies it.
 */
final class HandMade {
    static final String SESSION = "s";
    static final String WORKER = "1.1";
    static final HeadRef HANDLER = new HeadRef(Reserved.HANDLERS, null, 1);
    static final HeadRef LANE = new HeadRef(ErrandApp.LANE, "lane0", 1);
    static final HeadRef NEXT_IN_LANE = new HeadRef(ErrandApp.LANE, "lane0", 2);
    static final HeadRef TOUCHY = new HeadRef(ErrandApp.TOUCHY, null, 1);

    private static final JacksonCodec CODEC = new JacksonCodec();

    final List<Entry> entries = new ArrayList<>();
    final List<Event> log = new ArrayList<>();

    /** All is as it must be. */
    static HandMade sound() {
        HandMade made = new HandMade();
        made.write(0, WORKER, new Life(Stage.READY));
        made.write(10, WORKER, new Fact.Asking(SESSION, 2, 1));
        made.store(11, null, new Errand.Asked(2, "lane0"));
        made.write(12, WORKER, new Fact.Told(SESSION, 2, 1));
        made.write(13, WORKER, new Fact.Asking(SESSION, 4, 1));
        made.store(14, null, new Errand.Asked(4, "lane0"));
        made.write(15, WORKER, new Fact.Told(SESSION, 4, 2));
        made.does(1, 2, 2);
        made.does(2, 4, 6);
        made.write(90, WORKER, new Fact.Announcing(SESSION));
        made.write(91, WORKER, new Fact.Noticed(SESSION, WORKER, 91));
        made.write(95, WORKER, new Life(Stage.TERMINATED));
        made.write(99, WORKER, new Life(Stage.STOPPED));
        made.write(16, WORKER, new Fact.Follows(SESSION, 0));
        made.log.forEach(event -> made.write(5_000, WORKER, new Fact.Saw(SESSION, event.index(), event.id())));
        return made;
    }

    private void does(long index, int n, long sum) {
        long ms = 20 + index * 20;
        AttemptRef handler = new HeadRef(Reserved.HANDLERS, null, index).attempt(1);
        begin(ms, handler);
        store(ms + 1, handler, new Errand.Noted(n));
        store(ms + 2, handler, new Errand.Answered(n));
        long timer = store(ms + 2, handler, Reserved.TIMER_TYPE, Json.NULL).index();
        end(ms + 3, handler);
        run(ms + 4, new HeadRef(ErrandApp.TOUCHY, null, index), new Errand.Touched(n));
        run(ms + 8, new HeadRef(ErrandApp.LANE, "lane0", index), new Errand.Moved(n, sum));
        run(ms + 12, new HeadRef(ErrandApp.AUDIT, "", index), new Errand.Audited(n));
        store(ms + 1_100, new HeadRef(Reserved.TIMERS, null, timer).attempt(1), new Errand.Rang(n));
    }

    private void run(long ms, HeadRef head, Errand result) {
        begin(ms, head.attempt(1));
        store(ms + 1, head.attempt(1), result);
        end(ms + 2, head.attempt(1));
    }

    void begin(long ms, AttemptRef attempt) {
        write(ms, WORKER, new Fact.Began(SESSION, attempt));
    }

    private void end(long ms, AttemptRef attempt) {
        write(ms - 2, WORKER, new Fact.Left(SESSION, attempt));
        write(ms, WORKER, new Fact.Ended(SESSION, attempt, Ending.COMPLETED));
    }

    void write(long ms, String who, Fact fact) {
        entries.add(new Entry(ms, who, fact));
    }

    Event store(long ms, @Nullable AttemptRef cause, Errand errand) {
        String type = errand.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        return store(ms, cause, type, CODEC.encode(errand));
    }

    private Event store(long ms, @Nullable AttemptRef cause, String type, Json payload) {
        long index = log.size() + 1L;
        String id = cause == null ? Member.eventId(index == 1 ? 2 : 4) : "id-" + index;
        Event event = new Event(SESSION, index, id, type, payload, Instant.ofEpochMilli(ms), cause);
        log.add(event);
        return event;
    }

    /** Where the first event of a head's that is of this type stands in the list. */
    int place(HeadRef head, String type) {
        for (int i = 0; i < log.size(); i++) {
            AttemptRef cause = log.get(i).cause();
            if (cause != null && cause.head().equals(head) && log.get(i).type().equals(type)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no " + type + " of " + head);
    }

    /** The same event by another attempt. */
    void changeCause(int place, int attempt) {
        Event event = log.get(place);
        AttemptRef cause = event.cause();
        if (cause == null) {
            throw new IllegalArgumentException("has no cause: " + event);
        }
        log.set(
                place,
                new Event(
                        SESSION,
                        event.index(),
                        event.id(),
                        event.type(),
                        event.payload(),
                        event.createdAt(),
                        cause.head().attempt(attempt)));
    }

    /** Takes an event out, and those behind it move up. */
    void lose(int place) {
        log.remove(place);
        for (int i = place; i < log.size(); i++) {
            move(i, i + 1);
        }
    }

    /** Has two events change places. */
    void swap(int one, int other) {
        Event first = log.get(one);
        log.set(one, log.get(other));
        log.set(other, first);
        move(one, one + 1);
        move(other, other + 1);
    }

    /** Has an event stand at another index. */
    void move(int place, long index) {
        Event event = log.get(place);
        log.set(
                place,
                new Event(SESSION, index, event.id(), event.type(), event.payload(), event.createdAt(), event.cause()));
    }

    void forget(Predicate<Fact> which) {
        entries.removeIf(entry -> which.test(entry.fact()));
    }

    Evidence evidence() {
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparingLong(Entry::ms));
        return new Evidence(sorted, Map.of(SESSION, List.copyOf(log)), List.of(), FleetTimes.defaults());
    }

    /** The rules that the checks say are broken. */
    List<String> rules() {
        return Findings.in(evidence()).stream().map(Finding::rule).distinct().toList();
    }
}

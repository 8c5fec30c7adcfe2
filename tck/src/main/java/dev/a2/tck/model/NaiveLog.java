package dev.a2.tck.model;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.IdSource;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ReclaimResult;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Append, reads, clear and reclaim. Methods that decide one thing are separate, so that a test can plant a fault there. */
class NaiveLog {
    /** What an append did: whether its events are new decides what is announced. */
    record Appended(AppendResult result, boolean fresh) {}

    /** What a clear did: the marker, when this very call appended it. */
    record Cleared(ClearResult result, @Nullable Event marker) {}

    // --- append

    Appended append(NaiveSession s, AppendRequest request, Instant now, IdSource ids) {
        noIdTwice(s, request.events());
        List<NewEvent> batch =
                request.events().stream().map(event -> identified(event, ids)).toList();
        Served served = request.consumers();
        if (batch.isEmpty()) {
            return new Appended(new AppendResult(List.of(), s.hasLiveHead(served)), false);
        }
        List<Event> stored = storedBefore(s, batch);
        if (stored != null) {
            return new Appended(new AppendResult(stored, s.hasLiveHead(served)), false);
        }
        checkConditions(s, request);
        for (NewEvent event : batch) {
            AttemptRef cause = event.cause();
            if (cause != null && !owns(s, cause)) {
                throw Refusal.of(ErrorCode.SUPERSEDED_ATTEMPT, s, "the cause " + cause + " no longer owns its head");
            }
        }
        boolean givesWork = givesWork(batch, served);
        List<Event> written = write(s, batch, served, now);
        return new Appended(new AppendResult(written, givesWork || s.hasLiveHead(served)), true);
    }

    private static NewEvent identified(NewEvent event, IdSource ids) {
        return event.id() != null
                ? event
                : new NewEvent(ids.next(), event.type(), event.payload(), event.cause(), event.targets());
    }

    /** APP-1. */
    void noIdTwice(NaiveSession s, List<NewEvent> events) {
        Set<String> seen = new HashSet<>();
        for (NewEvent event : events) {
            if (event.id() != null && !seen.add(event.id())) {
                throw Refusal.of(
                        ErrorCode.PARTIAL_DUPLICATE_BATCH, s, "the id " + event.id() + " stands twice in the batch");
            }
        }
    }

    /** APP-3: what is stored of this batch; null when none of its ids exists. */
    @Nullable List<Event> storedBefore(NaiveSession s, List<NewEvent> batch) {
        List<Event> stored = new ArrayList<>();
        for (NewEvent event : batch) {
            Event there = s.named(id(event));
            if (there != null) {
                stored.add(there);
            }
        }
        if (stored.isEmpty()) {
            return null;
        }
        if (stored.size() < batch.size() || !consecutive(stored) || !sameContent(stored, batch)) {
            throw Refusal.of(
                    ErrorCode.PARTIAL_DUPLICATE_BATCH,
                    s,
                    "some ids of the batch exist, the first at index "
                            + stored.get(0).index() + ", and it is not the batch stored");
        }
        return stored;
    }

    boolean consecutive(List<Event> stored) {
        for (int i = 1; i < stored.size(); i++) {
            if (stored.get(i).index() != stored.get(0).index() + i) {
                return false;
            }
        }
        return true;
    }

    boolean sameContent(List<Event> stored, List<NewEvent> batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (!stored.get(i).type().equals(batch.get(i).type())
                    || !stored.get(i).payload().sameValueAs(batch.get(i).payload())) {
                return false;
            }
        }
        return true;
    }

    /** APP-6, APP-15. */
    void checkConditions(NaiveSession s, AppendRequest request) {
        Long origin = request.originIndex();
        if (origin != null && origin <= s.marker) {
            throw Refusal.of(
                    ErrorCode.SESSION_CLEARED,
                    s,
                    "the append stems from index " + origin + ", and a clear came at " + s.marker);
        }
        Long last = request.ifLastIndex();
        if (last != null && last != s.frontier) {
            throw Refusal.of(
                    ErrorCode.CONFLICT,
                    s,
                    "the frontier is " + s.frontier + ", not " + last + " as the append demands");
        }
    }

    /** APP-7: whether this is the live attempt of a head. */
    boolean owns(NaiveSession s, AttemptRef attempt) {
        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
        return attempt.index() > s.marker
                && row != null
                && row.attempts == attempt.attempt()
                && !row.dead()
                && !row.done;
    }

    /** APP-12, its first part. */
    boolean givesWork(List<NewEvent> batch, Served served) {
        for (NewEvent event : batch) {
            AttemptRef cause = event.cause();
            if (event.targets().stream().anyMatch(target -> served.serves(target.consumer()))
                    || (cause != null && served.serves(cause.consumer()))
                    || served.logs().stream().anyMatch(consumer -> takes(consumer, event.type()))) {
                return true;
            }
        }
        return false;
    }

    /** APP-9 to APP-11: the batch at the end of the log, with the work that it gives. */
    List<Event> write(NaiveSession s, List<NewEvent> batch, Served served, Instant now) {
        long before = s.frontier;
        List<Event> written = new ArrayList<>();
        for (NewEvent event : batch) {
            s.frontier++;
            Event stored = new Event(s.id, s.frontier, id(event), event.type(), event.payload(), now, event.cause());
            s.events.add(stored);
            written.add(stored);
            event.targets().forEach(target -> give(s, target, stored.index(), now));
        }
        for (ServedConsumer consumer : served.logs()) {
            if (batch.stream().anyMatch(event -> takes(consumer, event.type()))) {
                follow(s, consumer.name(), options(consumer), before);
            }
        }
        return written;
    }

    /** APP-10, APP-16. */
    void give(NaiveSession s, Target target, long index, Instant now) {
        if (target.lane() == null) {
            if (s.readerOf(new Row(target.consumer(), null, index)) != null) {
                return;
            }
            Reader reader = new Reader(Reader.Kind.EVENT, target.consumer(), null, index - 1);
            reader.queue.add(index);
            s.readers.add(reader);
            When notBefore = target.notBefore();
            if (notBefore != null) {
                s.headRow(reader).freeAt = Instant.ofEpochMilli(notBefore.toMs(now.toEpochMilli()));
            }
            return;
        }
        Reader lane = s.reader(Reader.Kind.LANE, target.consumer(), target.lane());
        if (lane == null) {
            lane = new Reader(Reader.Kind.LANE, target.consumer(), target.lane(), s.marker);
            s.readers.add(lane);
        }
        lane.queue.add(index);
    }

    /** APP-11, CUR-2: one log cursor, made if it is missing, gets its next head. */
    Reader follow(NaiveSession s, String consumer, LogOptions log, long frontierBefore) {
        Reader reader = s.reader(Reader.Kind.LOG, consumer, log.lane());
        if (reader == null) {
            reader = new Reader(Reader.Kind.LOG, consumer, log.lane(), log.backfill() ? s.marker : frontierBefore);
            s.readers.add(reader);
        }
        reader.types = log.types();
        takeNext(s, reader);
        return reader;
    }

    /** An idle log cursor gets its next event as head, if there is one. */
    void takeNext(NaiveSession s, Reader log) {
        Long next = log.head() == null ? s.nextTaken(log) : null;
        if (next != null) {
            log.queue.add(next);
        }
    }

    private static String id(NewEvent event) {
        String id = event.id();
        if (id == null) {
            throw new IllegalStateException("no id was drawn");
        }
        return id;
    }

    private static boolean takes(ServedConsumer consumer, String type) {
        return options(consumer).takes(type);
    }

    private static LogOptions options(ServedConsumer consumer) {
        LogOptions log = consumer.log();
        if (log == null) {
            throw new IllegalStateException(consumer + " is no log consumer");
        }
        return log;
    }

    // --- reads

    List<Event> read(NaiveSession s, long after, @Nullable Long through) {
        long from = Math.max(after, s.marker - 1);
        long to = through == null ? s.frontier : Math.min(through, s.frontier);
        List<Event> events = s.range(from, to);
        if (events.size() != Math.max(0, to - from)) {
            throw Refusal.of(
                    ErrorCode.STORE_UNAVAILABLE, s, "an event is missing from index " + (from + 1) + " to " + to);
        }
        return events;
    }

    List<Event> readHistory(NaiveSession s, long after, @Nullable Long through) {
        return read(s, after, through).stream().map(Event::withoutCause).toList();
    }

    Optional<List<Event>> readTail(NaiveSession s, long from, @Nullable Long through) {
        long to = through == null ? s.frontier : Math.min(through, s.frontier);
        if (from < s.marker || to - from + 1 > EventLog.PAGE) {
            return Optional.empty();
        }
        return Optional.of(readHistory(s, from - 1, to));
    }

    List<Event> page(NaiveSession s, long after, int most) {
        long from = Math.max(after, s.marker - 1);
        return readHistory(s, from, from + most);
    }

    // --- lifetimes

    Cleared clear(NaiveSession s, ClearRequest request, Instant now, IdSource ids) {
        String id = ids.next();
        AttemptRef cause = request.cause();
        if (cause != null && !owns(s, cause)) {
            throw Refusal.of(ErrorCode.SUPERSEDED_ATTEMPT, s, "the cause " + cause + " no longer owns its head");
        }
        Long last = request.ifLastIndex();
        if (last != null && s.marker != last + 1 && s.frontier != last) {
            return new Cleared(new ClearResult(false, s.frontier, s.marker), null);
        }
        boolean already = (last != null && s.marker == last + 1) || nothingToClear(s);
        if (already) {
            return new Cleared(new ClearResult(true, s.frontier, s.marker), null);
        }
        Event marker = new Event(s.id, s.frontier + 1, id, Reserved.CLEAR_TYPE, Json.NULL, now, null);
        begin(s, marker);
        return new Cleared(new ClearResult(true, s.frontier, s.marker), marker);
    }

    /** CLR-3. */
    boolean nothingToClear(NaiveSession s) {
        return s.frontier == s.marker;
    }

    /** A new lifetime: of the old one only the log cursors' names and types stay (I10). */
    void begin(NaiveSession s, Event marker) {
        s.leftovers += s.events.size();
        s.events.clear();
        s.events.add(marker);
        s.frontier = marker.index();
        s.marker = marker.index();
        s.collapsed = false;
        s.readers.removeIf(reader -> reader.kind != Reader.Kind.LOG);
        for (Reader log : s.readers) {
            log.position = s.marker;
            log.queue.clear();
        }
        s.rows.clear();
        s.latest.clear();
        s.history.clear();
    }

    ReclaimResult reclaim(NaiveSession s) {
        int deleted = Math.min(s.leftovers, EventLog.PAGE);
        s.leftovers -= deleted;
        boolean done = s.leftovers == 0;
        s.collapsed |= done && s.marker > 0 && s.marker == s.frontier;
        return new ReclaimResult(deleted, done);
    }
}

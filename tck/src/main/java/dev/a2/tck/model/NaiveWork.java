package dev.a2.tck.model;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims and the ends of attempts. Methods that decide one thing are separate, so that a test can plant a fault there. */
class NaiveWork {
    private static final int ERROR_BYTES = 8 << 10;

    private static final Comparator<HeadRef> BY_INDEX = Comparator.comparingLong(HeadRef::index)
            .thenComparing(HeadRef::consumer)
            .thenComparing(ref -> NaiveSession.utf8(ref.lane()), Comparator.nullsFirst(Arrays::compareUnsigned));

    final NaiveLog log;

    NaiveWork(NaiveLog log) {
        this.log = log;
    }

    // --- claim

    ClaimResult claim(NaiveSession s, ClaimRequest request, Instant now) {
        Instant expiry = Instant.ofEpochMilli(request.expiry().toMs(now.toEpochMilli()));
        List<Reader> returned = new ArrayList<>();
        List<Row> toTake = new ArrayList<>();
        Instant earliest = null;
        for (Reader reader : lookedAt(s, request)) {
            Row row = s.headRow(reader);
            Instant heldUntil = row.freeAt(now) ? null : row.freeAt;
            if (heldUntil == null && (request.limit() == null || toTake.size() < request.limit())) {
                returned.add(reader);
                toTake.add(row);
            } else if (heldUntil != null && request.resume() && request.holder().equals(row.holder)) {
                returned.add(reader);
            } else if (heldUntil != null && (earliest == null || heldUntil.isBefore(earliest))) {
                earliest = heldUntil;
            }
        }
        if (returned.isEmpty()) {
            return earliest == null ? new ClaimResult.Settled() : new ClaimResult.Busy(earliest);
        }
        returned.forEach(reader -> eventOfHead(s, reader.queue.get(0)));
        toTake.forEach(row -> take(s, row, request.holder(), expiry, request.maxFailures(), now));
        List<Head> heads = returned.stream().map(reader -> head(s, reader)).toList();
        return new ClaimResult.Claimed(heads, s.frontier, s.marker);
    }

    /** APP-17. */
    AppendResult claimNew(NaiveSession s, AppendRequest request, NaiveLog.Appended appended, Instant now) {
        AppendResult result = appended.result();
        ClaimNew asked = request.claimNew();
        if (asked == null || !appended.fresh()) {
            return result;
        }
        Instant expiry = Instant.ofEpochMilli(asked.expiry().toMs(now.toEpochMilli()));
        long first = result.events().get(0).index();
        List<Reader> fresh = s.live(request.consumers()).stream()
                .filter(reader -> reader.queue.get(0) >= first)
                .filter(reader -> s.dispatch(reader).equals(Dispatch.NONE))
                .toList();
        fresh.forEach(reader -> take(s, s.headRow(reader), asked.holder(), expiry, null, now));
        return new AppendResult(
                result.events(),
                result.hasPending(),
                fresh.stream().map(reader -> head(s, reader)).toList());
    }

    /** CLM-1. */
    List<Reader> lookedAt(NaiveSession s, ClaimRequest request) {
        Long through = request.through();
        return s.live(request.consumers()).stream()
                .filter(reader -> through == null || reader.queue.get(0) <= through)
                .filter(reader -> !excluded(reader, request.exclude()))
                .toList();
    }

    private static boolean excluded(Reader reader, Set<HeadRef> exclude) {
        return exclude.stream()
                .filter(ref -> ref.consumer().equals(reader.consumer))
                .anyMatch(ref -> ref.lane() == null
                        ? reader.lane == null && ref.index() == reader.queue.get(0)
                        : ref.lane().equals(reader.lane));
    }

    /** CLM-7. */
    private static Event eventOfHead(NaiveSession s, long index) {
        Event event = s.event(index);
        if (event == null) {
            throw Refusal.of(ErrorCode.STORE_UNAVAILABLE, s, "the event at index " + index + " of a head is missing");
        }
        return event;
    }

    /** CLM-2 to CLM-4. */
    void take(NaiveSession s, Row row, String holder, Instant expiry, @Nullable Integer maxFailures, Instant now) {
        boolean lapsed = row.holder != null;
        row.attempts++;
        if (lapsed) {
            row.failures++;
        }
        if (lapsed && maxFailures != null && row.failures >= maxFailures) {
            bury(s, row, now);
            return;
        }
        if (row.firstClaimedAt == null) {
            row.firstClaimedAt = now;
        }
        row.lastClaimedAt = now;
        row.holder = holder;
        row.freeAt = expiry;
    }

    /** The head becomes a dead letter. */
    void bury(NaiveSession s, Row row, Instant now) {
        row.deadAt = now;
        row.holder = null;
        row.freeAt = null;
        releasePins(s, row);
    }

    void releasePins(NaiveSession s, Row row) {
        row.pins.clear();
        NaiveSnapshots.sweep(s);
    }

    static Head head(NaiveSession s, Reader reader) {
        return new Head(eventOfHead(s, reader.queue.get(0)), reader.consumer, reader.lane, s.dispatch(reader));
    }

    // --- renew, release

    RenewResult renew(NaiveSession s, RenewRequest request, Instant now) {
        Instant expiry = Instant.ofEpochMilli(request.expiry().toMs(now.toEpochMilli()));
        List<HeadRef> renewed = new ArrayList<>();
        List<HeadRef> superseded = new ArrayList<>();
        for (AttemptRef claim : request.claims()) {
            Row row = s.row(claim.consumer(), claim.lane(), claim.index());
            if (claim.index() <= s.marker || (row != null && isOver(row, claim))) {
                superseded.add(claim.head());
            } else if (row != null && mayRenew(row, claim, request.holder(), now) && expiry.isAfter(now)) {
                row.freeAt = expiry;
                renewed.add(claim.head());
            }
        }
        renewed.sort(BY_INDEX);
        superseded.sort(BY_INDEX);
        return new RenewResult(renewed, superseded);
    }

    /** REN-2, above the marker. */
    boolean isOver(Row row, AttemptRef claim) {
        return row.done || row.attempts > claim.attempt();
    }

    /** REN-1. */
    boolean mayRenew(Row row, AttemptRef claim, String holder, Instant now) {
        return isHeldBy(row, claim, holder) && !row.freeAt(now);
    }

    List<HeadRef> release(NaiveSession s, ReleaseRequest request) {
        List<HeadRef> released = new ArrayList<>();
        for (AttemptRef claim : request.claims()) {
            Row row = s.row(claim.consumer(), claim.lane(), claim.index());
            if (row != null && claim.index() > s.marker && isHeldBy(row, claim, request.holder())) {
                row.holder = null;
                row.freeAt = null;
                released.add(claim.head());
            }
        }
        released.sort(BY_INDEX);
        return released;
    }

    boolean isHeldBy(Row row, AttemptRef claim, String holder) {
        return row.attempts == claim.attempt() && holder.equals(row.holder) && !row.done && !row.dead();
    }

    // --- complete

    CompleteResult complete(NaiveSession s, CompleteRequest request, Instant now) {
        AttemptRef attempt = request.attempt();
        if (attempt.index() > s.frontier) {
            throw Refusal.beyondFrontier(s, attempt.index());
        }
        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
        if (attempt.index() <= s.marker || row == null) {
            return new CompleteResult.Superseded();
        }
        if (row.done) {
            return row.completedBy == null || row.completedBy != attempt.attempt()
                    ? new CompleteResult.Superseded()
                    : repeated(s, row, request, now);
        }
        if (!mayEnd(row, attempt)) {
            return new CompleteResult.Superseded();
        }
        log.noIdTwice(s, request.events());
        noneExists(s, request.events());
        row.returnedIds = request.events().stream().map(NewEvent::id).toList();
        row.completedBy = attempt.attempt();
        row.doneAt = now;
        Reader reader = advance(s, row, request.consumers());
        List<NewEvent> batch =
                request.events().stream().map(event -> event.causedBy(attempt)).toList();
        List<Event> written = log.write(s, batch, request.consumers(), now);
        if (reader.kind == Reader.Kind.LOG) {
            log.takeNext(s, reader);
        }
        return new CompleteResult.Completed(written, claimNext(s, reader, request.claimNext(), now));
    }

    /** CMP-3. */
    boolean mayEnd(Row row, AttemptRef attempt) {
        return row.attempts == attempt.attempt() && row.holder != null && !row.dead();
    }

    /** CMP-4. */
    void noneExists(NaiveSession s, List<NewEvent> events) {
        for (NewEvent event : events) {
            Event there = event.id() == null ? null : s.named(event.id());
            if (there != null) {
                throw Refusal.of(
                        ErrorCode.PARTIAL_DUPLICATE_BATCH,
                        s,
                        "the returned id " + event.id() + " exists at index " + there.index());
            }
        }
    }

    /** CMP-2. */
    private CompleteResult repeated(NaiveSession s, Row row, CompleteRequest request, Instant now) {
        List<Event> stored = s.events.stream()
                .filter(event -> request.attempt().equals(event.cause()))
                .filter(event -> row.returnedIds.contains(event.id()))
                .toList();
        List<String> ids = request.events().stream().map(NewEvent::id).toList();
        if (!ids.equals(row.returnedIds) || stored.size() != ids.size() || !log.sameContent(stored, request.events())) {
            throw Refusal.of(
                    ErrorCode.PARTIAL_DUPLICATE_BATCH,
                    s,
                    "index " + row.index + " was completed by this attempt with other events");
        }
        return new CompleteResult.Completed(stored, stillHeldNext(s, row, request.claimNext(), now));
    }

    /**
     * CMP-7: the head that the completion claimed along with it, if it is still held by its first claim. What was claimed
     * is not written down; it is the head right behind the done one, claimed for the first time at the moment of the
     * completion.
     */
    private static @Nullable Head stillHeldNext(NaiveSession s, Row done, @Nullable ClaimNext asked, Instant now) {
        if (asked == null) {
            return null;
        }
        for (Reader reader : s.readers) {
            Long head = reader.head();
            Row next = head == null ? null : s.row(done.consumer, done.lane, head);
            if (next != null
                    && reader.kind != Reader.Kind.EVENT
                    && s.readerOf(next) == reader
                    && reader.position == done.index
                    && next.attempts == 1
                    && asked.holder().equals(next.holder)
                    && !next.freeAt(now)
                    && next.lastClaimedAt != null
                    && next.lastClaimedAt.equals(done.doneAt)) {
                return head(s, reader);
            }
        }
        return null;
    }

    /** CMP-5, DL-4: the head is done and its cursor moves on, as far as the events stored now allow. */
    Reader advance(NaiveSession s, Row row, Served served) {
        Reader reader = s.readerOf(row);
        if (reader == null) {
            throw new IllegalStateException("a live row without its cursor: " + row.index);
        }
        row.done = true;
        releasePins(s, row);
        reader.position = row.index;
        reader.queue.remove(0);
        switch (reader.kind) {
            case EVENT -> s.readers.remove(reader);
            case LANE -> {}
            case LOG -> {
                for (ServedConsumer consumer : served.logs()) {
                    LogOptions options = consumer.log();
                    if (options != null
                            && consumer.name().equals(reader.consumer)
                            && options.lane().equals(reader.lane)) {
                        reader.types = options.types();
                    }
                }
                log.takeNext(s, reader);
            }
        }
        return reader;
    }

    /** CMP-7. */
    @Nullable Head claimNext(NaiveSession s, Reader reader, @Nullable ClaimNext asked, Instant now) {
        if (asked == null || reader.head() == null || reader.kind == Reader.Kind.EVENT) {
            return null;
        }
        Row next = s.headRow(reader);
        if (!next.freeAt(now)) {
            return null;
        }
        Instant expiry = Instant.ofEpochMilli(asked.expiry().toMs(now.toEpochMilli()));
        take(s, next, asked.holder(), expiry, asked.maxFailures(), now);
        return head(s, reader);
    }

    // --- fail

    FailResult fail(NaiveSession s, FailRequest request, Instant now) {
        AttemptRef attempt = request.attempt();
        if (attempt.index() > s.frontier) {
            throw Refusal.beyondFrontier(s, attempt.index());
        }
        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
        if (attempt.index() <= s.marker || row == null || row.done) {
            return new FailResult(FailResult.Outcome.SUPERSEDED, 0);
        }
        if (row.attempts != attempt.attempt()) {
            return new FailResult(FailResult.Outcome.SUPERSEDED, row.failures);
        }
        boolean repeat = row.lastFailedAttempt != null && row.lastFailedAttempt == attempt.attempt();
        if (repeat || row.dead()) {
            return new FailResult(
                    row.dead() ? FailResult.Outcome.DEAD_LETTERED : FailResult.Outcome.FAILED, row.failures);
        }
        if (row.holder == null) {
            return new FailResult(FailResult.Outcome.SUPERSEDED, row.failures);
        }
        recordFailure(s, row, request, now);
        return new FailResult(row.dead() ? FailResult.Outcome.DEAD_LETTERED : FailResult.Outcome.FAILED, row.failures);
    }

    /** FAIL-5. */
    void recordFailure(NaiveSession s, Row row, FailRequest request, Instant now) {
        row.failures++;
        row.lastError = cut(request.error());
        row.lastFailedAt = now;
        row.lastFailedAttempt = row.attempts;
        row.holder = null;
        row.freeAt = request.retryAt() == null
                ? null
                : Instant.ofEpochMilli(request.retryAt().toMs(now.toEpochMilli()));
        if (row.failures >= request.maxFailures()) {
            bury(s, row, now);
        }
    }

    /** FAIL-6. */
    String cut(String error) {
        StringBuilder kept = new StringBuilder();
        int bytes = 0;
        for (int character : error.codePoints().toArray()) {
            String one = Character.toString(character);
            bytes += one.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > ERROR_BYTES) {
                break;
            }
            kept.append(one);
        }
        return kept.toString();
    }
}

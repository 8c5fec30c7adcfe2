package dev.a2.tck.model;

import dev.a2.store.Cursor;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.Served;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Dead letters and the list of cursors. */
class NaiveCursors {
    private static final Comparator<Reader> BY_CONSUMER = Comparator.<Reader, String>comparing(
                    reader -> reader.consumer)
            .thenComparing(reader -> reader.lane, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(reader -> reader.head(), Comparator.nullsFirst(Comparator.naturalOrder()));

    final NaiveLog log;
    final NaiveWork work;

    NaiveCursors(NaiveLog log, NaiveWork work) {
        this.log = log;
        this.work = work;
    }

    List<Head> deadLetters(NaiveSession s) {
        return dead(s).sorted(NaiveSession.BY_HEAD)
                .map(reader -> NaiveWork.head(s, reader))
                .toList();
    }

    RedriveResult redrive(NaiveSession s, RedriveRequest request, Instant now) {
        Reader reader = redrivable(s)
                .filter(dead -> dead.consumer.equals(request.consumer()))
                .filter(dead -> dead.queue.get(0) == request.index())
                .min(Comparator.<Reader, Reader.Kind>comparing(dead -> dead.kind)
                        .thenComparing(
                                dead -> NaiveSession.utf8(dead.lane), Comparator.nullsFirst(Arrays::compareUnsigned)))
                .orElse(null);
        if (reader != null) {
            Row row = s.headRow(reader);
            switch (request.action()) {
                case RETRY -> revive(row);
                case SKIP -> skip(s, row, request.consumers(), now);
            }
        }
        return new RedriveResult(reader != null, s.hasLiveHead(request.consumers()));
    }

    /** DL-3. */
    void revive(Row row) {
        row.deadAt = null;
        row.failures = 0;
    }

    /** DL-4. */
    void skip(NaiveSession s, Row row, Served served, Instant now) {
        row.doneAt = now;
        work.advance(s, row, served);
    }

    /** DL-2. */
    Stream<Reader> redrivable(NaiveSession s) {
        return dead(s);
    }

    private static Stream<Reader> dead(NaiveSession s) {
        return s.readers.stream()
                .filter(reader -> reader.head() != null && s.dispatch(reader).failedAt() != null);
    }

    List<Cursor> cursors(NaiveSession s) {
        return s.readers.stream()
                .filter(reader ->
                        reader.kind != Reader.Kind.LANE || reader.head() != null || reader.position > s.marker)
                .sorted(BY_CONSUMER)
                .map(reader -> cursor(s, reader))
                .toList();
    }

    private static Cursor cursor(NaiveSession s, Reader reader) {
        String lane = reader.lane;
        Long head = reader.head();
        return switch (reader.kind) {
            case EVENT -> new Cursor.EventCursor(reader.consumer, reader.queue.get(0), s.dispatch(reader));
            case LANE ->
                new Cursor.LaneCursor(
                        reader.consumer, lane == null ? "" : lane, reader.position, head, s.dispatch(reader));
            case LOG -> logCursor(s, reader);
        };
    }

    private static Cursor.LogCursor logCursor(NaiveSession s, Reader reader) {
        String lane = reader.lane == null ? "" : reader.lane;
        return new Cursor.LogCursor(
                reader.consumer, lane, reader.position, reader.head(), reader.types, s.dispatch(reader));
    }

    WakeLogResult wakeLog(NaiveSession s, WakeLogRequest request) {
        LogOptions options = request.log();
        Reader reader = s.reader(Reader.Kind.LOG, request.consumer(), options.lane());
        if (reader == null && s.frontier == s.marker) {
            // Told as it would be, and not kept.
            Reader wouldBe = new Reader(Reader.Kind.LOG, request.consumer(), options.lane(), s.marker);
            wouldBe.types = options.types();
            return new WakeLogResult(logCursor(s, wouldBe), s.frontier);
        }
        Reader woken = log.follow(s, request.consumer(), options, s.frontier);
        return new WakeLogResult(logCursor(s, woken), s.frontier);
    }
}

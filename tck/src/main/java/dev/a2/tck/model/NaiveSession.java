package dev.a2.tck.model;

import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.Served;
import dev.a2.store.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One session's data, and how to look things up in it: always by looking through everything. */
class NaiveSession {
    /** CLM-5, CUR-1: index, then consumer, then event cursor before lanes by their UTF-8 bytes. */
    static final Comparator<Reader> BY_HEAD = Comparator.<Reader, Long>comparing(reader -> reader.queue.get(0))
            .thenComparing(reader -> reader.consumer)
            .thenComparing(reader -> utf8(reader.lane), Comparator.nullsFirst(Arrays::compareUnsigned));

    final String id;
    /** The newest index. */
    long frontier;
    /** The latest clear marker, 0 if none. */
    long marker;
    /** This lifetime's events, the marker's own first. */
    final List<Event> events = new ArrayList<>();
    /** How many events of ended lifetimes wait to be reclaimed. */
    int leftovers;
    /** Whether an empty lifetime has collapsed, so that its marker's id names nothing any more (CLR-7). */
    boolean collapsed;

    final List<Reader> readers = new ArrayList<>();
    final Map<Row.Key, Row> rows = new LinkedHashMap<>();
    final Map<String, Snapshot> latest = new HashMap<>();
    /** By reducer, then index. */
    final Map<String, TreeMap<Long, Snapshot>> history = new HashMap<>();

    NaiveSession(String id) {
        this.id = id;
    }

    // --- the log

    @Nullable Event event(long index) {
        for (Event event : events) {
            if (event.index() == index) {
                return event;
            }
        }
        return null;
    }

    /** The event of this id in this lifetime. */
    @Nullable Event named(String eventId) {
        for (Event event : events) {
            boolean forgotten = collapsed && event.index() == marker;
            if (event.id().equals(eventId) && !forgotten) {
                return event;
            }
        }
        return null;
    }

    /** The events after one index through another, or as many of them as are asked for. */
    List<Event> range(long after, long through) {
        return events.stream()
                .filter(event -> event.index() > after && event.index() <= through)
                .toList();
    }

    /** APP-11: the first event after the reader's position that it takes. */
    @Nullable Long nextTaken(Reader reader) {
        for (Event event : events) {
            if (event.index() > reader.position && reader.takes(event.type())) {
                return event.index();
            }
        }
        return null;
    }

    // --- readers and rows

    @Nullable Reader reader(Reader.Kind kind, String consumer, @Nullable String lane) {
        for (Reader reader : readers) {
            if (reader.kind == kind && reader.consumer.equals(consumer) && same(reader.lane, lane)) {
                return reader;
            }
        }
        return null;
    }

    /** The reader whose head is this. */
    @Nullable Reader readerOf(Row row) {
        for (Reader reader : readers) {
            if (reader.consumer.equals(row.consumer) && same(reader.lane, row.lane) && same(reader.head(), row.index)) {
                return reader;
            }
        }
        return null;
    }

    @Nullable Row row(String consumer, @Nullable String lane, long index) {
        return rows.get(new Row.Key(consumer, lane, index));
    }

    /** The row of a reader's head, made when it is not there yet. */
    Row headRow(Reader reader) {
        long head = reader.queue.get(0);
        Row row = row(reader.consumer, reader.lane, head);
        if (row == null) {
            row = new Row(reader.consumer, reader.lane, head);
            row.kind = reader.kind;
            rows.put(row.key(), row);
        }
        return row;
    }

    Dispatch dispatch(Reader reader) {
        Long head = reader.head();
        Row row = head == null ? null : row(reader.consumer, reader.lane, head);
        return row == null ? Dispatch.NONE : row.dispatch();
    }

    /** The readers with a live head that a caller serves, in the order of claims. */
    List<Reader> live(Served served) {
        return readers.stream()
                .filter(reader -> reader.head() != null && served.serves(reader.consumer))
                .filter(reader -> dispatch(reader).failedAt() == null)
                .sorted(BY_HEAD)
                .toList();
    }

    /** When the first live head of a consumer can be claimed: now if one is free, null without any. */
    @Nullable Instant firstFree(String consumer, Instant now) {
        return live(Served.named(consumer)).stream()
                .map(reader -> dispatch(reader).claimExpiresAt())
                .map(free -> free == null || free.isBefore(now) ? now : free)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** APP-12, its last part. */
    boolean hasLiveHead(Served served) {
        return !live(served).isEmpty();
    }

    static byte @Nullable [] utf8(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean same(@Nullable Object a, @Nullable Object b) {
        return a == null ? b == null : a.equals(b);
    }
}

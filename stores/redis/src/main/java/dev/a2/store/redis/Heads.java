package dev.a2.store.redis;

import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Heads as the scripts show them: twelve values each. */
final class Heads {
    private static final Comparator<@Nullable String> LANES =
            Comparator.nullsFirst((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));

    /** By index, then consumer, then event cursor before lanes (CLM-1). */
    static final Comparator<HeadRef> REFS = Comparator.comparingLong(HeadRef::index)
            .thenComparing(HeadRef::consumer)
            .thenComparing(HeadRef::lane, LANES);

    private Heads() {}

    /**
     * A member of {@code runnable}.
     *
     * @param kind {@code #}, {@code L} or {@code G}
     * @param lane null for an event cursor
     */
    record Member(String consumer, char kind, @Nullable String lane) {
        static Member of(byte[] bytes) {
            int colon = 0;
            int length = 0;
            while (bytes[colon] != ':') {
                length = length * 10 + bytes[colon] - '0';
                colon++;
            }
            int end = colon + 1 + length;
            String consumer = new String(bytes, colon + 1, length, StandardCharsets.UTF_8);
            char kind = (char) bytes[end];
            String rest = new String(bytes, end + 1, bytes.length - end - 1, StandardCharsets.UTF_8);
            return new Member(consumer, kind, kind == '#' ? null : rest);
        }
    }

    static Member member(List<@Nullable Object> shown) {
        return Member.of(Replies.bytes(shown.get(0)));
    }

    static long index(List<@Nullable Object> shown) {
        return Replies.number(shown.get(1));
    }

    static Dispatch dispatch(List<@Nullable Object> shown) {
        Object lastFailedAttempt = shown.get(9);
        return new Dispatch(
                Replies.timeOrNull(shown.get(2)),
                Replies.timeOrNull(shown.get(3)),
                Math.toIntExact(Replies.number(shown.get(4))),
                Replies.textOrNull(shown.get(5)),
                Replies.timeOrNull(shown.get(6)),
                Math.toIntExact(Replies.number(shown.get(7))),
                Replies.timeOrNull(shown.get(8)),
                lastFailedAttempt == null ? null : Integer.valueOf(Math.toIntExact(Replies.number(lastFailedAttempt))),
                Replies.textOrNull(shown.get(10)),
                Replies.timeOrNull(shown.get(11)));
    }

    static Head head(List<@Nullable Object> shown, Event event) {
        Member member = member(shown);
        return new Head(event, member.consumer(), member.lane(), dispatch(shown));
    }

    /** Heads that nobody held before a claim took them, with their events, in the contract's order. */
    static List<Head> fresh(String sessionId, String holder, List<@Nullable Object> reply) {
        Instant now = Instant.ofEpochMilli(Replies.number(reply.get(4)));
        List<Event> events = Entries.events(sessionId, reply.get(3));
        return fresh(events, firstClaim(now, holder, reply.get(5)), Replies.list(reply.get(6)));
    }

    /** What a head's first claim made of it. */
    static Dispatch firstClaim(Instant now, String holder, @Nullable Object expiryMs) {
        Instant expiry = Instant.ofEpochMilli(Replies.number(expiryMs));
        return new Dispatch(now, now, 1, holder, expiry, 0, null, null, null, null);
    }

    /** Heads of consecutive events, claimed for the first time, of members and indexes in turns. */
    static List<Head> fresh(List<Event> events, Dispatch dispatch, List<@Nullable Object> taken) {
        List<Head> heads = new ArrayList<>(taken.size() / 2);
        for (int i = 0; i < taken.size(); i += 2) {
            Member member = Member.of(Replies.bytes(taken.get(i)));
            int place = Math.toIntExact(
                    Replies.number(taken.get(i + 1)) - events.get(0).index());
            heads.add(new Head(events.get(place), member.consumer(), member.lane(), dispatch));
        }
        heads.sort(Comparator.comparing(Head::ref, REFS));
        return heads;
    }

    /** Heads with their events, in the contract's order. */
    static List<Head> heads(String sessionId, @Nullable Object entries, List<@Nullable Object> shown) {
        Map<Long, Event> events = new HashMap<>();
        Entries.events(sessionId, entries).forEach(event -> events.put(event.index(), event));
        List<Head> heads = new ArrayList<>(shown.size());
        for (Object one : shown) {
            List<@Nullable Object> head = Replies.list(one);
            Event event = events.get(index(head));
            if (event == null) {
                throw Words.missing(sessionId, index(head));
            }
            heads.add(head(head, event));
        }
        heads.sort(Comparator.comparing(Head::ref, REFS));
        return heads;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

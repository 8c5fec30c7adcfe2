package dev.a2.tck.model;

import dev.a2.store.Served;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which sessions may have work. */
class NaiveMarks {
    /** A live head. */
    record LiveHead(String consumer, @Nullable String lane, long index) {}

    /** The live heads, each with the time from which it can be claimed. */
    static Map<LiveHead, Instant> liveHeads(NaiveSession s) {
        Map<LiveHead, Instant> heads = new HashMap<>();
        for (Reader reader : s.live(Served.ALL)) {
            Instant free = s.dispatch(reader).claimExpiresAt();
            heads.put(
                    new LiveHead(reader.consumer, reader.lane, reader.queue.get(0)), free == null ? Instant.MIN : free);
        }
        return heads;
    }

    /** WRK-1: marks what became live, or free earlier. Tells whether there was anything like that. */
    boolean markWhatCameUp(
            List<WorkMark> marks,
            String sessionId,
            Map<LiveHead, Instant> before,
            Map<LiveHead, Instant> after,
            Instant now) {
        boolean any = false;
        for (Map.Entry<LiveHead, Instant> head : after.entrySet()) {
            Instant freeBefore = before.get(head.getKey());
            Instant free = head.getValue();
            if (freeBefore == null || free.isBefore(freeBefore)) {
                pullForward(marks, sessionId, head.getKey().consumer(), free.isBefore(now) ? now : free);
                any = true;
            }
        }
        return any;
    }

    private static void pullForward(List<WorkMark> marks, String sessionId, String consumer, Instant dueAt) {
        WorkMark mark = find(marks, sessionId, consumer);
        if (mark == null || mark.dueAt().isAfter(dueAt)) {
            marks.remove(mark);
            marks.add(new WorkMark(sessionId, consumer, dueAt));
        }
    }

    /** WRK-2. */
    TakeWorkResult take(List<WorkMark> marks, TakeWorkRequest request, Instant now) {
        List<WorkMark> asked = marks.stream()
                .filter(mark -> request.consumers().contains(mark.consumer()))
                .sorted(Comparator.comparing(WorkMark::dueAt))
                .toList();
        List<WorkMark> due = asked.stream()
                .filter(mark -> !mark.dueAt().isAfter(now))
                .limit(request.limit())
                .toList();
        for (WorkMark mark : due) {
            marks.remove(mark);
            marks.add(new WorkMark(mark.sessionId(), mark.consumer(), leased(request, now)));
        }
        Instant next = asked.stream()
                .filter(mark -> !due.contains(mark))
                .map(WorkMark::dueAt)
                .findFirst()
                .orElse(null);
        return new TakeWorkResult(due, next);
    }

    Instant leased(TakeWorkRequest request, Instant now) {
        return now.plus(request.lease());
    }

    /** WRK-3. */
    void refresh(List<WorkMark> marks, String sessionId, String consumer, @Nullable Instant freeAt) {
        marks.remove(find(marks, sessionId, consumer));
        if (freeAt != null) {
            marks.add(new WorkMark(sessionId, consumer, freeAt));
        }
    }

    /** WRK-4. */
    List<WorkMark> list(List<WorkMark> marks, @Nullable String from, int limit) {
        List<WorkMark> behind = marks.stream()
                .filter(mark -> from == null || mark.sessionId().compareTo(from) > 0)
                .sorted(Comparator.comparing(WorkMark::sessionId).thenComparing(WorkMark::consumer))
                .toList();
        if (behind.size() <= limit) {
            return behind;
        }
        String cut = behind.get(limit).sessionId();
        List<WorkMark> whole = behind.stream()
                .limit(limit)
                .filter(mark -> !mark.sessionId().equals(cut))
                .toList();
        // A session with more marks than the limit makes a page of its own.
        return whole.isEmpty()
                ? behind.stream().filter(mark -> mark.sessionId().equals(cut)).toList()
                : whole;
    }

    static @Nullable WorkMark find(List<WorkMark> marks, String sessionId, String consumer) {
        for (WorkMark mark : marks) {
            if (mark.sessionId().equals(sessionId) && mark.consumer().equals(consumer)) {
                return mark;
            }
        }
        return null;
    }
}

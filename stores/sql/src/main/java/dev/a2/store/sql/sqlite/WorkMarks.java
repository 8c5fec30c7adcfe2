package dev.a2.store.sql.sqlite;

import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.WorkPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The work index (WRK). */
final class WorkMarks {
    private static final Comparator<WorkMark> EARLIEST = Comparator.comparing(WorkMark::dueAt)
            .thenComparing(WorkMark::sessionId)
            .thenComparing(WorkMark::consumer);

    private final Link link;

    WorkMarks(Link link) {
        this.link = link;
    }

    /** WRK-1. */
    void dueNoLaterThan(String sessionId, String consumer, long dueMs) {
        change(Sql.WORK_MARK, sessionId, consumer).set("due_ms", dueMs).run();
    }

    void set(String sessionId, String consumer, @Nullable Long dueMs) {
        if (dueMs == null) {
            change(Sql.WORK_REMOVE, sessionId, consumer).run();
        } else {
            change(Sql.WORK_SET, sessionId, consumer).set("due_ms", dueMs).run();
        }
    }

    private Query change(Sql sql, String sessionId, String consumer) {
        return link.change(sql).set("session_id", sessionId).set("consumer", consumer);
    }

    Set<String> consumers(String sessionId) {
        return new HashSet<>(of(sessionId).stream().map(WorkMark::consumer).toList());
    }

    private List<WorkMark> of(String sessionId) {
        return link.query(Sql.WORK_OF_SESSION).set("session_id", sessionId).list(Mapping::mark);
    }

    /** What a taker would be given, without taking it. */
    TakeWorkResult due(TakeWorkRequest request, long nowMs) {
        List<WorkMark> due = new ArrayList<>();
        Long later = null;
        for (String consumer : request.consumers()) {
            due.addAll(link.query(Sql.WORK_DUE)
                    .set("consumer", consumer)
                    .set("now_ms", nowMs)
                    .set("limit", request.limit() + 1L)
                    .list(Mapping::mark));
            Long next = link.query(Sql.WORK_NEXT_DUE)
                    .set("consumer", consumer)
                    .set("now_ms", nowMs)
                    .first(row -> row.numberOrNull("due_ms"));
            later = later == null || (next != null && next < later) ? next : later;
        }
        due.sort(EARLIEST);
        if (due.size() > request.limit()) {
            return new TakeWorkResult(
                    due.subList(0, request.limit()), due.get(request.limit()).dueAt());
        }
        return new TakeWorkResult(due, later == null ? null : Instant.ofEpochMilli(later));
    }

    /** WRK-2: marks and when the next is due; those given out are not due again before the lease ends. */
    TakeWorkResult take(TakeWorkRequest request, long nowMs) {
        TakeWorkResult due = due(request, nowMs);
        for (WorkMark mark : due.marks()) {
            set(mark.sessionId(), mark.consumer(), nowMs + request.lease().toMillis());
        }
        return due;
    }

    /** WRK-4. */
    List<WorkMark> page(@Nullable String from, int limit) {
        List<WorkMark> found = link.query(Sql.WORK_PAGE)
                .set("from", from == null ? "" : from)
                .set("limit", limit + 1L)
                .list(Mapping::mark);
        return WorkPage.cut(found, limit, this::of);
    }
}

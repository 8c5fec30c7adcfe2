package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Cursor;
import dev.a2.store.SessionStore;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** WRK-1 for a session in whatever state it is. */
final class WorkCheck {
    private WorkCheck() {}

    static void everyLiveHeadIsMarked(SessionStore store, String session, Instant now) {
        Map<String, Instant> free = new TreeMap<>();
        for (Cursor cursor : store.cursors(session)) {
            if (cursor.head() != null && cursor.dispatch().failedAt() == null) {
                Instant until = cursor.dispatch().claimExpiresAt();
                Instant at = until == null || until.isBefore(now) ? now : until;
                free.merge(cursor.consumer(), at, (a, b) -> a.isBefore(b) ? a : b);
            }
        }
        Map<String, Instant> due = new TreeMap<>();
        if (!free.isEmpty()) {
            marks(store, session).forEach(mark -> due.put(mark.consumer(), mark.dueAt()));
        }
        free.forEach((consumer, at) -> {
            assertThat(due)
                    .as("WRK-1: marks of session %s, where %s has a live head", session, consumer)
                    .containsKey(consumer);
            assertThat(due.get(consumer))
                    .as(
                            "WRK-1: when the mark of %s in session %s is due, whose head is free at %s",
                            consumer, session, at)
                    .isBeforeOrEqualTo(at);
        });
    }

    /** A session's marks, from pages of all. */
    static List<WorkMark> marks(SessionStore store, String session) {
        return all(store, 1_000).stream()
                .filter(mark -> mark.sessionId().equals(session))
                .toList();
    }

    static List<WorkMark> all(SessionStore store, int pageSize) {
        List<WorkMark> marks = new ArrayList<>();
        @Nullable String from = null;
        Together.Rounds pages = new Together.Rounds("listing marks page by page", 100_000);
        while (pages.another()) {
            List<WorkMark> page = store.listWork(from, pageSize);
            if (page.isEmpty()) {
                return marks;
            }
            marks.addAll(page);
            from = page.get(page.size() - 1).sessionId();
        }
        return marks;
    }
}

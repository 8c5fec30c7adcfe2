package dev.a2.server.engine;

import dev.a2.server.wire.SummaryJson;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import dev.a2.store.WorkMark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sessions at a glance. Costs two calls to the store per session that it looks at; these grow with the session's work. */
public final class Summaries {
    private final SessionStore store;

    /** Of this store. */
    public Summaries(SessionStore store) {
        this.store = store;
    }

    /** Which sessions are listed. */
    public enum Filter {
        /** All that have events. */
        ALL,
        /** Those with live heads, found by the work index. */
        PENDING,
        /** Those with dead letters, found by looking at all. */
        DEAD
    }

    /**
     * A page.
     *
     * @param next where the next page starts; null at the end
     */
    public record Page(List<SummaryJson> sessions, @Nullable String next) {
        /** Copies the list. */
        public Page {
            sessions = List.copyOf(sessions);
        }
    }

    /** A page of the sessions that pass, looking at up to {@code limit}. */
    public Page page(Filter filter, @Nullable String from, int limit) {
        return filter == Filter.PENDING ? marked(from, limit) : listed(filter, from, limit);
    }

    private Page marked(@Nullable String from, int limit) {
        Set<String> ids = new LinkedHashSet<>();
        for (WorkMark mark : store.listWork(from, limit)) {
            ids.add(mark.sessionId());
        }
        List<SummaryJson> sessions = new ArrayList<>();
        String last = null;
        for (String id : ids) {
            SummaryJson summary = of(id);
            if (!summary.pending().isEmpty()) {
                sessions.add(summary);
            }
            last = id;
        }
        return new Page(sessions, last);
    }

    private Page listed(Filter filter, @Nullable String from, int limit) {
        SessionPage page = store.sessions(from, limit);
        List<SummaryJson> sessions = new ArrayList<>();
        for (SessionBounds bounds : page.sessions()) {
            if (bounds.sessionId().equals(Readiness.SESSION)) {
                continue;
            }
            SummaryJson summary = summary(bounds);
            if (filter == Filter.ALL || summary.dead() > 0) {
                sessions.add(summary);
            }
        }
        return new Page(sessions, page.next());
    }

    /** One session. */
    public SummaryJson of(String sessionId) {
        return summary(store.bounds(sessionId));
    }

    private SummaryJson summary(SessionBounds bounds) {
        String id = bounds.sessionId();
        long frontier = bounds.frontier();
        if (frontier == 0) {
            return new SummaryJson(bounds, null, 0, Map.of());
        }
        Map<String, Integer> pending = new TreeMap<>();
        int dead = 0;
        for (Cursor cursor : store.cursors(id)) {
            if (cursor.dispatch().failedAt() != null) {
                dead++;
            } else if (cursor.head() != null) {
                pending.merge(cursor.consumer(), 1, Integer::sum);
            }
        }
        List<Event> last = store.readHistory(id, frontier - 1, frontier);
        return new SummaryJson(bounds, last.isEmpty() ? null : last.get(0), dead, pending);
    }
}

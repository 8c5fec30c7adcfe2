package dev.a2.store.sql.postgres;

import dev.a2.store.PresencePatch;
import dev.a2.store.Wakeup;
import dev.a2.store.kernel.Signals;
import dev.a2.store.sql.jdbc.PresenceChanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What other stores did, as far as somebody here listens, told once. A notice says how far a log reaches; presence is read
 * when a notice tells of it. Used by the thread that watches, but for {@link #told}.
 */
final class News {
    /** Sessions looked up at a time. */
    private static final int PAGE = 1_000;

    private final Database database;
    private final Signals signals;
    private final String self;

    /** How far listeners of a watched session were told that its log reaches. */
    private final Map<String, Long> told = new ConcurrentHashMap<>();

    /** The newest presence change of a watched session that listeners were told. */
    private final Map<String, Long> presenceTold = new HashMap<>();

    /** What was noticed and not yet told: sessions by their digests. */
    private final Map<String, Long> events = new HashMap<>();

    private final Map<String, Long> presence = new HashMap<>();
    private boolean work;

    /** The digests of watched sessions. */
    private final Map<String, String> digests = new HashMap<>();

    /**
     * News for these listeners.
     *
     * @param self the origin of what was done here
     */
    News(Database database, Signals signals, String self) {
        this.database = database;
        this.signals = signals;
        this.self = self;
    }

    /** Listeners here heard already that a log reaches so far; any thread may say so. */
    void told(String sessionId, long frontier) {
        told.computeIfPresent(sessionId, (id, known) -> Math.max(known, frontier));
    }

    void take(Notice notice) {
        if (notice.origin().equals(self)) {
            return;
        }
        switch (notice.kind()) {
            case EVENTS -> {
                events.merge(notice.session(), notice.number(), Math::max);
                work = true;
            }
            case PRESENCE -> presence.merge(notice.session(), notice.number(), Math::min);
            case WORK -> work = true;
            case TEST -> {}
        }
    }

    /** Tells listeners what notices said. */
    void tell() {
        for (String sessionId : watchedLogs()) {
            Long frontier = events.get(digest(sessionId));
            if (frontier != null) {
                wake(sessionId, frontier);
            }
        }
        Map<String, Long> changed = new HashMap<>();
        for (String sessionId : watchedPresence()) {
            Long change = presence.get(digest(sessionId));
            if (change != null) {
                changed.put(sessionId, presenceTold.getOrDefault(sessionId, change - 1));
            }
        }
        tellPresence(changed);
        if (work && signals.watchesWork()) {
            signals.workCameUp();
        }
        events.clear();
        presence.clear();
        work = false;
    }

    private Set<String> watchedLogs() {
        Set<String> watched = signals.watchedLogs();
        told.keySet().retainAll(watched);
        return watched;
    }

    private Set<String> watchedPresence() {
        Set<String> watched = signals.watchedPresence();
        presenceTold.keySet().retainAll(watched);
        return watched;
    }

    private String digest(String sessionId) {
        return digests.computeIfAbsent(sessionId, Notice::digest);
    }

    private void wake(String sessionId, long frontier) {
        Long known = told.put(sessionId, frontier);
        if (known == null || frontier > known) {
            signals.woke(new Wakeup(sessionId, frontier, List.of()));
        }
    }

    /** Reads what was applied to some sessions, each since a change of its own. */
    private void tellPresence(Map<String, Long> since) {
        if (since.isEmpty()) {
            return;
        }
        PresenceChanges changes = new PresenceChanges();
        Map<String, Long> newest = new HashMap<>(since);
        database.<@Nullable Void>run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            database.clock(transaction);
            transaction
                    .query(Sql.PRESENCE_CHANGES_SINCE)
                    .texts("session_id", since.keySet())
                    .numbers("change_number", since.values(), change -> change)
                    .set("writer", self)
                    .each(row -> {
                        changes.add(row);
                        newest.merge(row.text("session_id"), row.number("change_number"), Math::max);
                    });
            transaction.send();
            return null;
        });
        presenceTold.putAll(newest);
        for (PresencePatch patch : changes.patches()) {
            signals.applied(patch);
        }
    }

    /** Looks through everything that somebody listens for, whether or not there was a notice. */
    void look() {
        Set<String> logs = watchedLogs();
        Set<String> people = watchedPresence();
        Set<String> watched = new HashSet<>(logs);
        watched.addAll(people);
        digests.keySet().retainAll(watched);
        Map<String, Long> changed = new HashMap<>();
        Map<String, Long> reached = new HashMap<>();
        for (List<String> page : pages(watched)) {
            for (Standing standing : standings(page)) {
                if (logs.contains(standing.sessionId())) {
                    wake(standing.sessionId(), standing.frontier());
                }
                // Without knowing what was told, everything is: rather once more than never.
                long known = presenceTold.getOrDefault(standing.sessionId(), 0L);
                if (people.contains(standing.sessionId()) && known < standing.presenceChange()) {
                    changed.put(standing.sessionId(), known);
                    reached.put(standing.sessionId(), standing.presenceChange());
                }
            }
        }
        tellPresence(changed);
        reached.forEach((sessionId, change) -> presenceTold.merge(sessionId, change, Math::max));
        if (signals.watchesWork()) {
            signals.workCameUp();
        }
    }

    private static List<List<String>> pages(Set<String> sessionIds) {
        List<String> all = List.copyOf(sessionIds);
        List<List<String>> pages = new ArrayList<>();
        for (int from = 0; from < all.size(); from += PAGE) {
            pages.add(all.subList(from, Math.min(from + PAGE, all.size())));
        }
        return pages;
    }

    private record Standing(String sessionId, long frontier, long presenceChange) {}

    private List<Standing> standings(List<String> sessionIds) {
        return database.run(Sql.TRANSACTION_BEGIN_READ, transaction -> {
            List<Standing> found = new ArrayList<>();
            transaction
                    .query(Sql.WATCH_FRONTIERS)
                    .texts("session_id", sessionIds)
                    .list(
                            found,
                            row -> new Standing(
                                    row.text("session_id"), row.number("frontier"), row.number("change_number")));
            transaction.send();
            return found;
        });
    }
}

package dev.a2.store.kernel;

import dev.a2.store.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks one session's rows against the invariants. */
final class Verifying {
    private final String sessionId;
    private final SessionRow session;
    private final Contents rows;
    private final Map<Long, Contents.EventKey> events = new HashMap<>();
    private final Map<HeadKey, HeadRow> heads = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private Verifying(String sessionId, SessionRow session, Contents rows) {
        this.sessionId = sessionId;
        this.session = session;
        this.rows = rows;
        rows.events().forEach(event -> events.put(event.index(), event));
        rows.heads().forEach(head -> heads.put(head.key(), head));
    }

    static List<Finding> verify(SessionRows rows, String sessionId) {
        Verifying verifying = new Verifying(sessionId, rows.session(), rows.contents());
        verifying.log();
        verifying.ids();
        verifying.cursors();
        verifying.liveHeads();
        verifying.completions();
        verifying.pins();
        verifying.leftovers();
        return verifying.findings;
    }

    private void found(String rule, String message) {
        findings.add(new Finding(sessionId, rule, message));
    }

    private boolean isLive(HeadRow row) {
        return row.key().index() > session.marker();
    }

    /** I1. What points beyond the newest event tells that newer ones were lost, also where the log itself cannot. */
    private void log() {
        if (session.marker() > session.frontier()) {
            found("I1", "the clear marker at index " + session.marker() + " is missing");
        }
        for (long index = Math.max(1, session.marker()); index <= session.frontier(); index++) {
            if (!events.containsKey(index)) {
                found("I1", "the event at index " + index + " is missing");
            }
        }
        for (Contents.EventKey event : rows.events()) {
            if (event.index() > session.frontier()) {
                found("I1", "the event at index " + event.index() + " lies beyond the frontier " + session.frontier());
            }
        }
    }

    /** I3. */
    private void ids() {
        rows.ids().forEach((id, index) -> {
            Contents.EventKey event = events.get(index);
            if (index >= session.marker() && (event == null || !event.id().equals(id))) {
                found("I3", "the id \"" + id + "\" names index " + index + ", which holds another event or none");
            }
        });
        for (Contents.EventKey event : rows.events()) {
            if (event.index() > session.marker()
                    && !Long.valueOf(event.index()).equals(rows.ids().get(event.id()))) {
                found("I3", "the id \"" + event.id() + "\" of index " + event.index() + " is not recorded for it");
            }
        }
    }

    /** I7: a cursor and its head row agree, and a lane's queue lies behind its head. */
    private void cursors() {
        Map<CursorOf, Long> headOf = new HashMap<>();
        for (CursorRow stored : rows.cursors()) {
            CursorRow cursor = stored.above(session.marker());
            Long head = cursor.head();
            if (cursor.position() > session.frontier()) {
                found(
                        "I7",
                        cursor.kind() + " cursor " + cursor.key() + " stands at " + cursor.position()
                                + ", beyond the frontier " + session.frontier());
            }
            if (head != null) {
                headOf.put(new CursorOf(cursor.kind(), cursor.key()), head);
                HeadRow row = heads.get(cursor.row(head));
                if (row == null || (row.state() != HeadState.LIVE && row.state() != HeadState.DEAD)) {
                    found(
                            "I7",
                            "the head of " + cursor.kind() + " cursor " + cursor.key() + " at index " + head
                                    + " has no live row");
                }
                if (head <= cursor.position()) {
                    found(
                            "I7",
                            cursor.kind() + " cursor " + cursor.key() + " stands at " + cursor.position()
                                    + ", past its head " + head);
                }
            }
        }
        for (HeadRow row : rows.heads()) {
            if (isLive(row) && row.key().kind() != CursorKind.EVENT && row.state() != HeadState.DONE) {
                Long head = headOf.get(new CursorOf(row.key().kind(), row.key().cursor()));
                boolean queued = row.state() == HeadState.QUEUED;
                if (head == null
                        || (queued ? row.key().index() <= head : row.key().index() != head)) {
                    found(
                            "I7",
                            "the row of " + row.key() + " is " + row.state() + ", but its cursor's head is " + head);
                }
            }
        }
    }

    private record CursorOf(CursorKind kind, LaneKey key) {}

    /** I8, WRK-1: whoever has a live head has an event to handle and is found again. */
    private void liveHeads() {
        for (HeadRow row : rows.heads()) {
            if (isLive(row) && !events.containsKey(row.key().index())) {
                found("I8", "the event of " + row.key() + " is missing");
            }
            if (isLive(row)
                    && row.state() == HeadState.LIVE
                    && !rows.marked().contains(row.key().consumer())) {
                found(
                        "WRK-1",
                        "consumer \"" + row.key().consumer() + "\" has a live head at index "
                                + row.key().index() + ", but no mark in the work index");
            }
        }
    }

    /** I6: a completed head's returned events exist, each once. */
    private void completions() {
        Set<String> returned = new HashSet<>();
        for (HeadRow row : rows.heads()) {
            if (isLive(row) && (row.completion() != null) != (row.state() == HeadState.DONE)) {
                found("I6", "the row of " + row.key() + " is " + row.state() + " with completion " + row.completion());
            }
            if (isLive(row) && row.completion() != null) {
                for (String id : row.completion().returnedIds()) {
                    if (!rows.ids().containsKey(id) || !returned.add(id)) {
                        found(
                                "I6",
                                "the event \"" + id + "\" returned by " + row.key() + " is missing or returned twice");
                    }
                }
            }
        }
    }

    /** I12: pins are counted right, and history is there only while pinned (SNP-5). */
    private void pins() {
        Map<SnapshotRef, Integer> counted = new HashMap<>();
        rows.heads().stream()
                .filter(this::isLive)
                .forEach(row -> row.pins().forEach(ref -> counted.merge(ref, 1, Integer::sum)));
        for (SnapshotRow row : rows.snapshots()) {
            int pins = counted.getOrDefault(row.ref(), 0);
            counted.remove(row.ref());
            if (row.ref().index() >= session.marker() && row.pins() != pins) {
                found("I12", row.ref() + " counts " + row.pins() + " pins, but " + pins + " heads pin it");
            }
            if (row.ref().index() >= session.marker() && !row.latest() && row.pins() == 0) {
                found("SNP-5", row.ref() + " is history that nothing pins");
            }
            if (row.ref().index() > session.frontier()) {
                found("I11", row.ref() + " lies beyond the frontier " + session.frontier());
            }
        }
        counted.keySet().forEach(ref -> found("I12", "the pinned " + ref + " is missing"));
    }

    /** I15: once no event lies below the marker, nothing else does. */
    private void leftovers() {
        boolean reclaimed = rows.events().stream().allMatch(event -> event.index() >= session.marker());
        if (!reclaimed || session.marker() == 0 || wasNeverReclaimed()) {
            return;
        }
        rows.heads().stream()
                .filter(row -> !isLive(row))
                .forEach(row -> found("I15", "the row of " + row.key() + " is left from before the marker"));
        rows.ids().forEach((id, index) -> {
            if (index < session.marker()) {
                found("I15", "the id \"" + id + "\" of index " + index + " is left from before the marker");
            }
        });
        rows.snapshots().stream()
                .filter(row -> row.ref().index() < session.marker())
                .forEach(row -> found("I15", row.ref() + " is left from before the marker"));
    }

    /** Whether the marker is the log's first event ever, so that no reclaim had anything to do. */
    private boolean wasNeverReclaimed() {
        return session.marker() == 1;
    }
}

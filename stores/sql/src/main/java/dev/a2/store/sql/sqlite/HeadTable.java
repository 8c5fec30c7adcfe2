package dev.a2.store.sql.sqlite;

import dev.a2.store.Dispatch;
import dev.a2.store.HeadRef;
import dev.a2.store.Served;
import dev.a2.store.kernel.ClaimScan;
import dev.a2.store.kernel.Completion;
import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.HeadKey;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.NameLists;
import dev.a2.store.sql.jdbc.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One session's head rows. Those of the present lifetime carry its marker, so that all others are left out by it. */
final class HeadTable {
    private final Link link;
    private final SessionView session;

    HeadTable(Link link, SessionView session) {
        this.link = link;
        this.session = session;
    }

    void add(HeadRow row) {
        write(Sql.HEADS_ADD, row).set("lifetime", session.marker()).run();
    }

    void replace(HeadRow row) {
        write(Sql.HEADS_REPLACE, row).run();
    }

    private Query write(Sql sql, HeadRow row) {
        if (row.state() == HeadState.LIVE) {
            session.knownIdle(false);
        }
        HeadKey key = row.key();
        Dispatch dispatch = row.dispatch();
        Completion completion = row.completion();
        return link.change(sql)
                .set("session_key", session.key())
                .set("event_index", key.index())
                .set("consumer", key.consumer())
                .set("kind", Mapping.tag(key.kind()))
                .set("lane", key.lane())
                .set("state", row.state().name())
                .set("attempt", dispatch.attemptCount())
                .set("first_claimed_ms", Mapping.ms(dispatch.firstClaimedAt()))
                .set("last_claimed_ms", Mapping.ms(dispatch.lastClaimedAt()))
                .set("claim_holder", dispatch.claimHolder())
                .set("claim_expires_ms", Mapping.ms(dispatch.claimExpiresAt()))
                .set("free_at_ms", row.freeAtMs())
                .set("failure_count", dispatch.failureCount())
                .set("last_failed_ms", Mapping.ms(dispatch.lastFailedAt()))
                .set("last_failed_attempt", Mapping.number(dispatch.lastFailedAttempt()))
                .set("last_error", dispatch.lastError())
                .set("dead_since_ms", Mapping.ms(dispatch.failedAt()))
                .set("pins", NameLists.writePins(row.pins()))
                .set("completed_at_ms", completion == null ? null : Long.valueOf(completion.atMs()))
                .set("completed_attempt", completion == null ? null : Mapping.number(completion.attempt()))
                .set("returned_ids", completion == null ? null : NameLists.write(completion.returnedIds()));
    }

    private ClaimScan.Row readWithEvent(Row row) {
        return Mapping.headWithEvent(row, session.id());
    }

    /** The rows that a head's name means: one of an event cursor, or those of a lane cursor and of a log cursor. */
    List<HeadRow> find(HeadRef ref) {
        if (ref.index() <= session.marker()) {
            return List.of();
        }
        String lane = ref.lane();
        return link
                .query(Sql.HEADS_FIND)
                .set("session_key", session.key())
                .set("event_index", ref.index())
                .set("consumer", ref.consumer())
                .set("lane", lane == null ? "" : lane)
                .list(Mapping::head)
                .stream()
                .filter(row -> (row.key().kind() == CursorKind.EVENT) == (lane == null))
                .toList();
    }

    /** The first row behind a lane's head; null if there is none. */
    @Nullable HeadRow nextQueued(LaneKey lane) {
        return link.query(Sql.HEADS_NEXT_QUEUED)
                .set("session_key", session.key())
                .set("lifetime", session.marker())
                .set("consumer", lane.consumer())
                .set("lane", lane.lane())
                .first(Mapping::head);
    }

    boolean anyLive(Served consumers) {
        if (!session.isKnownIdle()) {
            session.knownIdle(live(Sql.HEADS_ANY_LIVE).first(row -> true) == null);
        }
        Set<String> names = consumers.names();
        if (session.isKnownIdle() || names == null) {
            return !session.isKnownIdle();
        }
        return names.stream().anyMatch(name -> firstFreeMs(name) != null);
    }

    @Nullable Long firstFreeMs(String consumer) {
        return live(Sql.HEADS_FIRST_FREE).set("consumer", consumer).first(row -> row.numberOrNull("free_at_ms"));
    }

    List<HeadRow> in(HeadState state) {
        return switch (state) {
            case LIVE -> live(Sql.HEADS_LIVE).list(Mapping::head);
            case DEAD -> live(Sql.HEADS_DEAD).list(Mapping::head);
            case QUEUED, DONE ->
                throw new IllegalArgumentException("no operation asks for all heads that are " + state);
        };
    }

    ClaimScan.Result scan(ClaimScan scan, long nowMs) {
        List<ClaimScan.Row> free = new ArrayList<>();
        List<HeadRow> held = new ArrayList<>();
        for (String consumer : served(scan.consumers())) {
            if (scan.free() > 0) {
                free.addAll(live(Sql.HEADS_FREE)
                        .set("consumer", consumer)
                        .set("now_ms", nowMs)
                        .set("through", scan.through())
                        .set("all_but_one", scan.free() - 1)
                        .list(this::readWithEvent));
            }
            if (scan.held() > 0) {
                held.addAll(live(Sql.HEADS_HELD)
                        .set("consumer", consumer)
                        .set("now_ms", nowMs)
                        .set("through", scan.through())
                        .set("limit", scan.held())
                        .list(Mapping::head));
            }
        }
        return new ClaimScan.Result(free, held, mine(scan, nowMs));
    }

    private List<ClaimScan.Row> mine(ClaimScan scan, long nowMs) {
        if (scan.holder() == null) {
            return List.of();
        }
        return live(Sql.HEADS_CLAIMED_BY)
                .set("claim_holder", scan.holder())
                .set("now_ms", nowMs)
                .set("through", scan.through())
                .list(this::readWithEvent)
                .stream()
                .filter(row -> scan.consumers().serves(row.head().key().consumer()))
                .toList();
    }

    private Collection<String> served(Served consumers) {
        Set<String> names = consumers.names();
        return names != null ? names : live(Sql.HEADS_LIVE_CONSUMERS).list(row -> row.text("consumer"));
    }

    private Query live(Sql sql) {
        return link.query(sql).set("session_key", session.key()).set("lifetime", session.marker());
    }

    List<HeadRow> all() {
        return link.query(Sql.HEADS_ALL).set("session_key", session.key()).list(Mapping::head);
    }

    void deleteThrough(long index) {
        link.change(Sql.HEADS_DELETE_THROUGH)
                .set("session_key", session.key())
                .set("through", index)
                .run();
    }
}

package dev.a2.store.sql;

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
import java.time.Instant;
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
                .set("kind", tag(key.kind()))
                .set("lane", key.lane())
                .set("state", row.state().name())
                .set("attempt", dispatch.attemptCount())
                .set("first_claimed_ms", ms(dispatch.firstClaimedAt()))
                .set("last_claimed_ms", ms(dispatch.lastClaimedAt()))
                .set("claim_holder", dispatch.claimHolder())
                .set("claim_expires_ms", ms(dispatch.claimExpiresAt()))
                .set("free_at_ms", row.freeAtMs())
                .set("failure_count", dispatch.failureCount())
                .set("last_failed_ms", ms(dispatch.lastFailedAt()))
                .set("last_failed_attempt", number(dispatch.lastFailedAttempt()))
                .set("last_error", dispatch.lastError())
                .set("dead_since_ms", ms(dispatch.failedAt()))
                .set("pins", NameLists.writePins(row.pins()))
                .set("completed_at_ms", completion == null ? null : Long.valueOf(completion.atMs()))
                .set("completed_attempt", completion == null ? null : number(completion.attempt()))
                .set("returned_ids", completion == null ? null : NameLists.write(completion.returnedIds()));
    }

    private static @Nullable Long ms(@Nullable Instant time) {
        return time == null ? null : Long.valueOf(time.toEpochMilli());
    }

    private static @Nullable Long number(@Nullable Integer count) {
        return count == null ? null : Long.valueOf(count);
    }

    static String tag(CursorKind kind) {
        return Character.toString(kind.tag());
    }

    private static HeadRow read(Row row) {
        Long completedAtMs = row.numberOrNull("completed_at_ms");
        Completion completion = completedAtMs == null
                ? null
                : new Completion(
                        completedAtMs, row.countOrNull("completed_attempt"), NameLists.read(row.text("returned_ids")));
        return new HeadRow(
                new HeadKey(
                        row.text("consumer"),
                        CursorKind.of(row.text("kind").charAt(0)),
                        row.text("lane"),
                        row.number("event_index")),
                HeadState.valueOf(row.text("state")),
                new Dispatch(
                        instant(row, "first_claimed_ms"),
                        instant(row, "last_claimed_ms"),
                        row.count("attempt"),
                        row.textOrNull("claim_holder"),
                        instant(row, "claim_expires_ms"),
                        row.count("failure_count"),
                        instant(row, "last_failed_ms"),
                        row.countOrNull("last_failed_attempt"),
                        row.textOrNull("last_error"),
                        instant(row, "dead_since_ms")),
                NameLists.readPins(row.textOrNull("pins")),
                completion);
    }

    private static @Nullable Instant instant(Row row, String column) {
        Long ms = row.numberOrNull(column);
        return ms == null ? null : Instant.ofEpochMilli(ms);
    }

    private ClaimScan.Row readWithEvent(Row row) {
        HeadRow head = read(row);
        return new ClaimScan.Row(
                head, EventTable.readIfThere(row, session.id(), head.key().index()));
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
                .list(HeadTable::read)
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
                .first(HeadTable::read);
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
            case LIVE -> live(Sql.HEADS_LIVE).list(HeadTable::read);
            case DEAD -> live(Sql.HEADS_DEAD).list(HeadTable::read);
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
                        .list(HeadTable::read));
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
        return link.query(Sql.HEADS_ALL).set("session_key", session.key()).list(HeadTable::read);
    }

    void deleteThrough(long index) {
        link.change(Sql.HEADS_DELETE_THROUGH)
                .set("session_key", session.key())
                .set("through", index)
                .run();
    }
}

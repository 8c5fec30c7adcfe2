package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CLM, REN and REL: claims come, last and go. */
final class Claiming {
    private Claiming() {}

    static ClaimResult claim(SessionRows rows, ClaimRequest request) {
        ClaimScan.Result found = rows.scan(scanFor(request));
        long nowMs = rows.nowMs();
        long expiresMs = request.expiry().toMs(nowMs);
        Excluded excluded = new Excluded(request.exclude());
        List<ClaimScan.Row> taken = found.free().stream()
                .filter(row -> !excluded.has(row.head()))
                .sorted(Comparator.comparing(ClaimScan.Row::head, Orders.ROWS))
                .limit(request.limit() == null ? Long.MAX_VALUE : request.limit())
                .toList();
        Changes changes = new Changes();
        List<Head> heads = new ArrayList<>();
        for (ClaimScan.Row row : taken) {
            HeadRow claimed = take(row.head(), request.holder(), request.maxFailures(), nowMs, expiresMs, changes);
            heads.add(head(request.sessionId(), claimed, row.event()));
        }
        for (ClaimScan.Row row : found.mine()) {
            if (!excluded.has(row.head())) {
                heads.add(head(request.sessionId(), row.head(), row.event()));
            }
        }
        if (heads.isEmpty()) {
            return found.held().stream()
                    .filter(row -> !excluded.has(row))
                    .min(Comparator.comparingLong(HeadRow::freeAtMs))
                    .<ClaimResult>map(row -> new ClaimResult.Busy(Instant.ofEpochMilli(row.freeAtMs())))
                    .orElseGet(ClaimResult.Settled::new);
        }
        if (!taken.isEmpty()) {
            rows.save(changes);
        }
        heads.sort(Comparator.comparing(Head::ref, Orders.REFS));
        SessionRow session = rows.session();
        return new ClaimResult.Claimed(heads, session.frontier(), session.marker());
    }

    private static ClaimScan scanFor(ClaimRequest request) {
        int excluded = request.exclude().size();
        int free = request.limit() == null ? Integer.MAX_VALUE : Math.addExact(request.limit(), excluded);
        return new ClaimScan(
                request.consumers(),
                request.through() == null ? Long.MAX_VALUE : request.through(),
                free,
                excluded + 1,
                request.resume() ? request.holder() : null);
    }

    /** CLM-2 to CLM-4: a free head becomes the holder's, or a dead letter. */
    static HeadRow take(
            HeadRow row, String holder, @Nullable Integer maxFailures, long nowMs, long expiresMs, Changes changes) {
        Dispatch dispatch = row.dispatch();
        boolean lapsed = dispatch.claimHolder() != null;
        HeadRow taken;
        if (lapsed && maxFailures != null && Dispatches.failuresAtTakeover(dispatch) >= maxFailures) {
            changes.unpin(row.pins());
            taken = row.dead(Dispatches.deadByLapse(dispatch, nowMs));
        } else {
            taken = row.with(Dispatches.claimed(dispatch, holder, nowMs, expiresMs));
        }
        changes.head(taken);
        return taken;
    }

    /** CLM-7. */
    static Head head(String sessionId, HeadRow row, @Nullable Event event) {
        if (event == null) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    "the event of " + Texts.head(sessionId, row.key().ref())
                            + " is missing; nothing was claimed, run verify on this session");
        }
        return new Head(event, row.key().consumer(), row.key().laneOrNull(), row.dispatch());
    }

    static RenewResult renew(SessionRows rows, RenewRequest request) {
        Have have = rows.load(needHeads(request.claims()));
        SessionRow session = rows.session();
        long nowMs = rows.nowMs();
        long expiresMs = request.expiry().toMs(nowMs);
        Changes changes = new Changes();
        List<HeadRef> renewed = new ArrayList<>();
        List<HeadRef> superseded = new ArrayList<>();
        for (AttemptRef claim : new LinkedHashSet<>(request.claims())) {
            HeadRow row = have.head(claim.head(), claim.attempt());
            if (claim.index() <= session.marker() || (row != null && isPast(row, claim.attempt()))) {
                superseded.add(claim.head());
            } else if (row != null
                    && holds(row, request.holder(), claim.attempt())
                    && row.freeAtMs() > nowMs
                    && expiresMs > nowMs) {
                changes.head(row.with(Dispatches.renewed(row.dispatch(), expiresMs)));
                changes.mark(row.key().consumer(), expiresMs);
                renewed.add(claim.head());
            }
        }
        if (!renewed.isEmpty()) {
            rows.save(changes);
        }
        renewed.sort(Orders.REFS);
        superseded.sort(Orders.REFS);
        return new RenewResult(renewed, superseded);
    }

    static List<HeadRef> release(SessionRows rows, ReleaseRequest request) {
        Have have = rows.load(needHeads(request.claims()));
        SessionRow session = rows.session();
        Changes changes = new Changes();
        List<HeadRef> released = new ArrayList<>();
        for (AttemptRef claim : request.claims()) {
            HeadRow row = have.head(claim.head(), claim.attempt());
            if (claim.index() > session.marker()
                    && row != null
                    && holds(row, request.holder(), claim.attempt())
                    && !released.contains(claim.head())) {
                changes.head(row.with(Dispatches.released(row.dispatch())));
                changes.mark(row.key().consumer(), rows.nowMs());
                released.add(claim.head());
            }
        }
        if (!released.isEmpty()) {
            rows.save(changes);
        }
        released.sort(Orders.REFS);
        return released;
    }

    private static Need needHeads(List<AttemptRef> claims) {
        Need need = new Need();
        claims.forEach(claim -> need.head(claim.head()));
        return need;
    }

    /** REN-2. */
    private static boolean isPast(HeadRow row, int attempt) {
        return row.state() == HeadState.DONE || row.dispatch().attemptCount() > attempt;
    }

    private static boolean holds(HeadRow row, String holder, int attempt) {
        return row.state() == HeadState.LIVE
                && row.dispatch().attemptCount() == attempt
                && holder.equals(row.dispatch().claimHolder());
    }

    /** CLM-1: an event cursor is left out by its index, any other by its lane. */
    private static final class Excluded {
        private final Set<HeadRef> events = new HashSet<>();
        private final Set<LaneKey> lanes = new HashSet<>();

        Excluded(Set<HeadRef> heads) {
            for (HeadRef head : heads) {
                if (head.lane() == null) {
                    events.add(head);
                } else {
                    lanes.add(new LaneKey(head.consumer(), head.lane()));
                }
            }
        }

        boolean has(HeadRow row) {
            return row.key().kind() == CursorKind.EVENT
                    ? events.contains(row.key().ref())
                    : lanes.contains(row.key().cursor());
        }
    }
}

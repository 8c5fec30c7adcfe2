package dev.a2.simulation;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps its own books of what the store did, call by call as they take effect, and objects to what must not be. */
final class Ledger {
    private final Map<String, SessionBook> books = new LinkedHashMap<>();
    private boolean calm;
    private final PresenceBook presence = new PresenceBook();
    private final LongSupplier nowMs;

    Ledger(LongSupplier nowMs) {
        this.nowMs = nowMs;
    }

    /** A call took effect and was answered so. */
    void applied(Life life, String method, Object[] args, @Nullable Object answer) {
        Object request = args.length == 0 ? "" : args[0];
        switch (answer) {
            case AppendResult result -> append((AppendRequest) request, result);
            case ClaimResult.Claimed claimed -> claim((ClaimRequest) request, claimed);
            case CompleteResult.Completed completed -> complete((CompleteRequest) request, completed);
            case FailResult failed -> fail((FailRequest) request, failed);
            case RenewResult renewed -> renew((RenewRequest) request, renewed);
            case RedriveResult redriven -> redrive((RedriveRequest) request, redriven);
            case ClearResult cleared ->
                book(((ClearRequest) request).sessionId()).cleared(cleared);
            case List<?> entries
            when method.equals("readPresence") -> presence.read((String) request, entries, nowMs.getAsLong());
            case Optional<?> patch
            when request instanceof PresenceUpdate update ->
                presence.written(life, update, patch.map(PresencePatch.class::cast), nowMs.getAsLong());
            case List<?> released when request instanceof ReleaseRequest release -> release(release, released);
            case null, default -> {}
        }
    }

    /** From now on every worker is well, so no claim lapses. */
    void calmDown() {
        calm = true;
    }

    PresenceBook presence() {
        return presence;
    }

    SessionBook book(String session) {
        return books.computeIfAbsent(session, SessionBook::new);
    }

    private void append(AppendRequest request, AppendResult result) {
        SessionBook book = book(request.sessionId());
        for (NewEvent event : request.events()) {
            AttemptRef cause = event.cause();
            if (cause != null && !book.knows(result.events().get(0))) {
                book.head(cause.head()).mayWrite(cause);
            }
        }
        book.stored(result.events());
        for (Head head : result.claimed()) {
            book.claimed(head, nowMs.getAsLong());
            check("RT-13", request.consumers().serves(head.consumer()), "is not served: " + head);
        }
    }

    private void claim(ClaimRequest request, ClaimResult.Claimed claimed) {
        SessionBook book = book(request.sessionId());
        long nowMs = this.nowMs.getAsLong();
        Instant expiry = Instant.ofEpochMilli(request.expiry().toMs(nowMs));
        for (Head head : claimed.heads()) {
            check("RT-4", !calm || !book.head(head.ref()).isTakenOver(head), "was another's who is well: " + head);
            book.claimed(head, nowMs);
            check("RT-13", request.consumers().serves(head.consumer()), "is not served: " + head);
            Instant given = head.dispatch().claimExpiresAt();
            boolean held = request.resume() && given != null;
            check("CLM-2", given == null || given.equals(expiry) || held, "should end at " + expiry + ": " + head);
        }
    }

    private static void check(String rule, boolean holds, String what) {
        if (!holds) {
            throw new Broken(rule, "what was claimed " + what);
        }
    }

    private void complete(CompleteRequest request, CompleteResult.Completed completed) {
        SessionBook book = book(request.sessionId());
        AttemptRef attempt = request.attempt();
        book.head(attempt.head()).complete(attempt);
        book.stored(completed.events());
        if (completed.next() != null) {
            book.claimed(completed.next(), nowMs.getAsLong());
        }
    }

    private void fail(FailRequest request, FailResult failed) {
        if (failed.outcome() != FailResult.Outcome.SUPERSEDED) {
            book(request.sessionId())
                    .head(request.attempt().head())
                    .fail(request.attempt(), failed.outcome() == FailResult.Outcome.DEAD_LETTERED);
            check(
                    "RT-6",
                    failed.outcome() == FailResult.Outcome.FAILED || App.givesUpSoon(request.attempt()),
                    "is a dead letter though its consumer never gives up: " + request.attempt());
        }
    }

    private void renew(RenewRequest request, RenewResult renewed) {
        SessionBook book = book(request.sessionId());
        for (HeadRef ref : renewed.renewed()) {
            AttemptRef claim = request.claims().stream()
                    .filter(one -> one.head().equals(ref))
                    .findFirst()
                    .orElseThrow();
            book.head(ref).renew(claim, request.expiry().toMs(nowMs.getAsLong()));
        }
    }

    private void release(ReleaseRequest request, List<?> released) {
        SessionBook book = book(request.sessionId());
        for (AttemptRef claim : request.claims()) {
            if (released.contains(claim.head())) {
                book.head(claim.head()).release(claim);
            }
        }
    }

    private void redrive(RedriveRequest request, RedriveResult result) {
        if (result.redriven()) {
            book(request.sessionId()).redriven(Objects.requireNonNull(request));
        }
    }
}

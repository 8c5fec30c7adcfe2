package dev.a2.tck.model;

import static dev.a2.tck.model.PlantedFault.inOperations;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Faults in claims, ends of attempts, dead letters and cursors. */
final class WorkFaults {
    private WorkFaults() {}

    static Stream<PlantedFault> all() {
        return Stream.of(claims(), newClaims(), leases(), completions(), failures(), deadLetters())
                .flatMap(faults -> faults);
    }

    private static PlantedFault inWork(String what, String rule, String says, Function<NaiveLog, NaiveWork> work) {
        return inOperations(what, rule, says, () -> {
            NaiveLog log = new NaiveLog();
            return NaiveStorage.Operations.with(log, work.apply(log));
        });
    }

    private static Stream<PlantedFault> newClaims() {
        return Stream.of(
                inWork("appends claim for everybody", "APP-17", "unserved", log -> new NaiveWork(log) {
                    @Override
                    AppendResult claimNew(
                            NaiveSession s, AppendRequest request, NaiveLog.Appended appended, Instant now) {
                        return super.claimNew(s, request.serving(Served.ALL), appended, now);
                    }
                }),
                inWork("a repeated append claims", "APP-17", "a later claim", log -> new NaiveWork(log) {
                    @Override
                    AppendResult claimNew(
                            NaiveSession s, AppendRequest request, NaiveLog.Appended appended, Instant now) {
                        boolean any = !appended.result().events().isEmpty();
                        return super.claimNew(s, request, new NaiveLog.Appended(appended.result(), any), now);
                    }
                }),
                inWork(
                        "what an append claims is shown and not held",
                        "APP-17",
                        "attemptCount=2",
                        log -> new NaiveWork(log) {
                            @Override
                            AppendResult claimNew(
                                    NaiveSession s, AppendRequest request, NaiveLog.Appended appended, Instant now) {
                                AppendResult result = super.claimNew(s, request, appended, now);
                                for (Head head : result.claimed()) {
                                    Objects.requireNonNull(s.row(
                                                    head.consumer(),
                                                    head.lane(),
                                                    head.event().index()))
                                            .freeAt = now;
                                }
                                return result;
                            }
                        }));
    }

    private static Stream<PlantedFault> claims() {
        return Stream.of(
                inWork(
                        "an attempt is counted on failure only",
                        "CLM-2",
                        "SUPERSEDED_ATTEMPT",
                        log -> new NaiveWork(log) {
                            @Override
                            void take(
                                    NaiveSession s,
                                    Row row,
                                    String holder,
                                    Instant expiry,
                                    @Nullable Integer max,
                                    Instant now) {
                                int before = Math.max(1, row.attempts);
                                super.take(s, row, holder, expiry, max, now);
                                row.attempts = before;
                            }

                            @Override
                            void recordFailure(NaiveSession s, Row row, FailRequest request, Instant now) {
                                super.recordFailure(s, row, request, now);
                                row.attempts++;
                            }
                        }),
                inWork("a held head can be claimed by another", "CLM-2", "Busy", log -> new NaiveWork(log) {
                    @Override
                    ClaimResult claim(NaiveSession s, ClaimRequest request, Instant now) {
                        return super.claim(s, request, now.plusSeconds(1));
                    }
                }),
                inWork("a lapsed claim is no failure", "CLM-3", "failureCount=0", log -> new NaiveWork(log) {
                    @Override
                    void take(
                            NaiveSession s,
                            Row row,
                            String holder,
                            Instant expiry,
                            @Nullable Integer max,
                            Instant now) {
                        row.holder = null;
                        super.take(s, row, holder, expiry, max, now);
                    }
                }),
                inWork(
                        "death by lapse leaves the lapsed attempt its fence",
                        "CLM-4",
                        "attemptCount",
                        log -> new NaiveWork(log) {
                            @Override
                            void take(
                                    NaiveSession s,
                                    Row row,
                                    String holder,
                                    Instant expiry,
                                    @Nullable Integer max,
                                    Instant now) {
                                super.take(s, row, holder, expiry, max, now);
                                if (row.dead()) {
                                    row.attempts--;
                                }
                            }
                        }),
                inWork("a takeover never gives up", "CLM-4", "failedAt", log -> new NaiveWork(log) {
                    @Override
                    void take(
                            NaiveSession s,
                            Row row,
                            String holder,
                            Instant expiry,
                            @Nullable Integer max,
                            Instant now) {
                        super.take(s, row, holder, expiry, null, now);
                    }
                }),
                inWork("exclusions name lanes by their head's index", "CLM-1", "q/x@1", log -> new NaiveWork(log) {
                    @Override
                    List<Reader> lookedAt(NaiveSession s, ClaimRequest request) {
                        return super.lookedAt(s, request.exclude(java.util.Set.of())).stream()
                                .filter(reader -> !request.exclude()
                                        .contains(new HeadRef(reader.consumer, reader.lane, reader.queue.get(0))))
                                .toList();
                    }
                }),
                inWork("busy tells the latest time", "CLM-6", "earliest time", log -> new NaiveWork(log) {
                    @Override
                    ClaimResult claim(NaiveSession s, ClaimRequest request, Instant now) {
                        ClaimResult result = super.claim(s, request, now);
                        return result instanceof ClaimResult.Busy
                                ? new ClaimResult.Busy(lookedAt(s, request).stream()
                                        .map(reader -> s.dispatch(reader).claimExpiresAt())
                                        .filter(Objects::nonNull)
                                        .max(Instant::compareTo)
                                        .orElse(now))
                                : result;
                    }
                }),
                inWork(
                        "a head whose event is missing is passed over",
                        "CLM-7",
                        "STORE_UNAVAILABLE",
                        log -> new NaiveWork(log) {
                            @Override
                            List<Reader> lookedAt(NaiveSession s, ClaimRequest request) {
                                return super.lookedAt(s, request).stream()
                                        .filter(reader -> s.event(reader.queue.get(0)) != null)
                                        .toList();
                            }
                        }),
                inWork("the limit of a claim is ignored", "CLM-8", "Expecting", log -> new NaiveWork(log) {
                    @Override
                    ClaimResult claim(NaiveSession s, ClaimRequest request, Instant now) {
                        return super.claim(s, request.limit(null), now);
                    }
                }),
                inWork("a resumed claim burns an attempt", "CLM-9", "attempt", log -> new NaiveWork(log) {
                    @Override
                    ClaimResult claim(NaiveSession s, ClaimRequest request, Instant now) {
                        for (Row row : s.rows.values()) {
                            if (request.resume() && request.holder().equals(row.holder) && !row.freeAt(now)) {
                                row.holder = null;
                                row.freeAt = null;
                            }
                        }
                        return super.claim(s, request, now);
                    }
                }));
    }

    private static Stream<PlantedFault> leases() {
        return Stream.of(
                inWork("a lapsed claim can be renewed", "REN-3", "renewed", log -> new NaiveWork(log) {
                    @Override
                    boolean mayRenew(Row row, AttemptRef claim, String holder, Instant now) {
                        return isHeldBy(row, claim, holder);
                    }
                }),
                inWork("anybody renews anybody's claim", "REN-3", "renewed", log -> new NaiveWork(log) {
                    @Override
                    boolean mayRenew(Row row, AttemptRef claim, String holder, Instant now) {
                        return row.holder != null && super.mayRenew(row, claim, row.holder, now);
                    }
                }),
                inWork("whoever is not renewed is told to stop", "REN-3", "superseded", log -> new NaiveWork(log) {
                    @Override
                    boolean isOver(Row row, AttemptRef claim) {
                        return super.isOver(row, claim) || row.holder == null;
                    }
                }),
                inWork("a claim given back counts as a failure", "REL-1", "at no failure", log -> new NaiveWork(log) {
                    @Override
                    List<HeadRef> release(NaiveSession s, ReleaseRequest request) {
                        List<HeadRef> released = super.release(s, request);
                        for (HeadRef ref : released) {
                            Row row = s.row(ref.consumer(), ref.lane(), ref.index());
                            if (row != null) {
                                row.failures++;
                            }
                        }
                        return released;
                    }
                }));
    }

    private static Stream<PlantedFault> completions() {
        return Stream.of(
                inWork("settle ignores the attempt", "CMP-3", "Superseded", log -> new NaiveWork(log) {
                    @Override
                    boolean mayEnd(Row row, AttemptRef attempt) {
                        return row.holder != null && !row.dead();
                    }
                }),
                inWork("a lapsed claim cannot complete", "CMP-3", "Completed", log -> new NaiveWork(log) {
                    @Override
                    CompleteResult complete(NaiveSession s, CompleteRequest request, Instant now) {
                        AttemptRef attempt = request.attempt();
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return row != null && !row.done && row.freeAt(now)
                                ? new CompleteResult.Superseded()
                                : super.complete(s, request, now);
                    }
                }),
                inWork(
                        "the cursor is set to the highest settled event",
                        "CMP-5",
                        "event cursors end in any order",
                        log -> new NaiveWork(log) {
                            @Override
                            Reader advance(NaiveSession s, Row row, Served served) {
                                Reader moved = super.advance(s, row, served);
                                s.readers.removeIf(reader -> moved.kind == Reader.Kind.EVENT
                                        && reader.kind == Reader.Kind.EVENT
                                        && reader.consumer.equals(moved.consumer)
                                        && reader.queue.get(0) < row.index);
                                return moved;
                            }
                        }),
                inWork("a repeated completion is superseded", "CMP-2", "Superseded", log -> new NaiveWork(log) {
                    @Override
                    CompleteResult complete(NaiveSession s, CompleteRequest request, Instant now) {
                        AttemptRef attempt = request.attempt();
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return row != null && row.done
                                ? new CompleteResult.Superseded()
                                : super.complete(s, request, now);
                    }
                }),
                inWork(
                        "a returned id may exist already",
                        "CMP-4",
                        "PARTIAL_DUPLICATE_BATCH",
                        log -> new NaiveWork(log) {
                            @Override
                            void noneExists(NaiveSession s, List<NewEvent> events) {}
                        }),
                inWork("a log forgets its types on completion", "CUR-3", "Expecting", log -> new NaiveWork(log) {
                    @Override
                    Reader advance(NaiveSession s, Row row, Served served) {
                        Reader reader = s.readerOf(row);
                        if (reader != null) {
                            reader.types = null;
                        }
                        return super.advance(s, row, served);
                    }
                }),
                inWork("claimNext is left out", "CMP-7", "null", log -> new NaiveWork(log) {
                    @Override
                    @Nullable Head claimNext(NaiveSession s, Reader reader, @Nullable ClaimNext asked, Instant now) {
                        return null;
                    }
                }));
    }

    private static Stream<PlantedFault> failures() {
        return Stream.of(
                inWork("a failure ignores the attempt", "FAIL-2", "SUPERSEDED", log -> new NaiveWork(log) {
                    @Override
                    FailResult fail(NaiveSession s, FailRequest request, Instant now) {
                        AttemptRef attempt = request.attempt();
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        AttemptRef current = row == null || row.attempts == 0
                                ? attempt
                                : attempt.head().attempt(row.attempts);
                        return super.fail(
                                s,
                                new FailRequest(
                                        request.sessionId(),
                                        current,
                                        request.error(),
                                        request.maxFailures(),
                                        request.retryAt()),
                                now);
                    }
                }),
                inWork("a repeated failure is counted again", "FAIL-3", "failureCount", log -> new NaiveWork(log) {
                    @Override
                    FailResult fail(NaiveSession s, FailRequest request, Instant now) {
                        AttemptRef attempt = request.attempt();
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        if (row != null
                                && !row.done
                                && row.lastFailedAttempt != null
                                && row.lastFailedAttempt == attempt.attempt()) {
                            row.failures++;
                        }
                        return super.fail(s, request, now);
                    }
                }),
                inWork("a lane moves on while its head waits for a retry", "APP-10", "Busy", log -> new NaiveWork(log) {
                    @Override
                    void recordFailure(NaiveSession s, Row row, FailRequest request, Instant now) {
                        super.recordFailure(s, row, request, now);
                        Reader reader = s.readerOf(row);
                        if (reader != null && row.freeAt != null) {
                            Collections.rotate(reader.queue, -1);
                        }
                    }
                }),
                inWork("a retry time holds nothing", "FAIL-5", "claimExpiresAt", log -> new NaiveWork(log) {
                    @Override
                    void recordFailure(NaiveSession s, Row row, FailRequest request, Instant now) {
                        super.recordFailure(s, row, request, now);
                        row.freeAt = null;
                    }
                }),
                inWork("maxFailures is one too many", "FAIL-5", "DEAD_LETTERED", log -> new NaiveWork(log) {
                    @Override
                    void recordFailure(NaiveSession s, Row row, FailRequest request, Instant now) {
                        super.recordFailure(
                                s,
                                row,
                                new FailRequest(
                                        request.sessionId(),
                                        request.attempt(),
                                        request.error(),
                                        request.maxFailures() + 1,
                                        request.retryAt()),
                                now);
                    }
                }),
                inWork(
                        "error text is cut inside of a character",
                        "FAIL-6",
                        "character boundary",
                        log -> new NaiveWork(log) {
                            @Override
                            String cut(String error) {
                                byte[] bytes = error.getBytes(StandardCharsets.UTF_8);
                                return new String(
                                        Arrays.copyOf(bytes, Math.min(bytes.length, 8 << 10)), StandardCharsets.UTF_8);
                            }
                        }));
    }

    private static PlantedFault inCursors(String what, String rule, String says, CursorsMaker cursors) {
        return inOperations(what, rule, says, () -> {
            NaiveStorage.Operations right = NaiveStorage.Operations.right();
            return new NaiveStorage.Operations(
                    right.log(),
                    right.work(),
                    cursors.make(right.log(), right.work()),
                    right.snapshots(),
                    right.presence(),
                    right.marks(),
                    right.transfer());
        });
    }

    private interface CursorsMaker {
        NaiveCursors make(NaiveLog log, NaiveWork work);
    }

    private static Stream<PlantedFault> deadLetters() {
        return Stream.of(
                inCursors(
                        "a redriven head keeps its failures",
                        "DL-3",
                        "failureCount",
                        (log, work) -> new NaiveCursors(log, work) {
                            @Override
                            void revive(Row row) {
                                row.deadAt = null;
                            }
                        }),
                inCursors(
                        "a redriven head starts at attempt one again",
                        "DL-3",
                        "attemptCount",
                        (log, work) -> new NaiveCursors(log, work) {
                            @Override
                            void revive(Row row) {
                                super.revive(row);
                                row.attempts = 0;
                            }
                        }),
                inCursors("a redrive acts on live heads", "DL-2", "alive", (log, work) -> new NaiveCursors(log, work) {
                    @Override
                    Stream<Reader> redrivable(NaiveSession s) {
                        return s.readers.stream().filter(reader -> reader.head() != null);
                    }
                }),
                inCursors(
                        "a skip drops what waits behind the head",
                        "DL-4",
                        "skip",
                        (log, work) -> new NaiveCursors(log, work) {
                            @Override
                            void skip(NaiveSession s, Row row, Served served, Instant now) {
                                super.skip(s, row, served, now);
                                s.readers.stream()
                                        .filter(reader -> reader.consumer.equals(row.consumer))
                                        .forEach(reader -> reader.queue.clear());
                            }
                        }),
                inCursors(
                        "wakeLog makes a cursor where nothing is",
                        "CUR-2",
                        "Expecting",
                        (log, work) -> new NaiveCursors(log, work) {
                            @Override
                            WakeLogResult wakeLog(NaiveSession s, WakeLogRequest request) {
                                log.follow(s, request.consumer(), request.log(), s.frontier);
                                return super.wakeLog(s, request);
                            }
                        }));
    }
}

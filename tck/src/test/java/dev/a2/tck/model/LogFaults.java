package dev.a2.tck.model;

import static dev.a2.tck.model.PlantedFault.inFront;
import static dev.a2.tck.model.PlantedFault.inLog;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClearRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.IdSource;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ReclaimResult;
import dev.a2.store.Served;
import dev.a2.store.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Faults in append, reads, clear and reclaim. */
final class LogFaults {
    private LogFaults() {}

    static Stream<PlantedFault> all() {
        return Stream.of(appends(), fences(), work(), reads(), lifetimes()).flatMap(faults -> faults);
    }

    private static Stream<PlantedFault> appends() {
        return Stream.of(
                inFront("a batch is appended as single appends", "APP-9", "batch", store -> new ForwardingStore(store) {
                    @Override
                    public AppendResult append(AppendRequest request) {
                        List<Event> stored = new ArrayList<>();
                        boolean pending = false;
                        for (NewEvent event : request.events()) {
                            AppendResult one =
                                    to.append(request.events(List.of(event)).ifLastIndex(null));
                            stored.addAll(one.events());
                            LockSupport.parkNanos(1_000);
                            pending |= one.hasPending();
                        }
                        return new AppendResult(stored, pending);
                    }
                }),
                inLog("an index is left out now and then", "APP-9", "indexes are dense", () -> new NaiveLog() {
                    @Override
                    List<Event> write(NaiveSession s, List<NewEvent> batch, Served served, Instant now) {
                        if (s.frontier == 2) {
                            s.frontier++;
                        }
                        return super.write(s, batch, served, now);
                    }
                }),
                inLog("an id may stand twice in a batch", "APP-1", "PARTIAL_DUPLICATE_BATCH", () -> new NaiveLog() {
                    @Override
                    void noIdTwice(NaiveSession s, List<NewEvent> events) {}
                }),
                inLog("a retry compares ids only", "APP-3", "PARTIAL_DUPLICATE_BATCH", () -> new NaiveLog() {
                    @Override
                    boolean sameContent(List<Event> stored, List<NewEvent> batch) {
                        return true;
                    }
                }),
                inLog("a retry compares payloads as texts", "APP-3", "PARTIAL_DUPLICATE_BATCH", () -> new NaiveLog() {
                    @Override
                    boolean sameContent(List<Event> stored, List<NewEvent> batch) {
                        return super.sameContent(stored, batch)
                                && stored.stream()
                                        .map(Event::payload)
                                        .toList()
                                        .equals(batch.stream()
                                                .map(NewEvent::payload)
                                                .toList());
                    }
                }),
                inLog("a retry gives its targets again", "APP-3", "what can be read", () -> new NaiveLog() {
                    @Override
                    @Nullable List<Event> storedBefore(NaiveSession s, List<NewEvent> batch) {
                        List<Event> stored = super.storedBefore(s, batch);
                        for (int i = 0; stored != null && i < batch.size(); i++) {
                            Event event = stored.get(i);
                            batch.get(i).targets().forEach(target -> give(s, target, event.index(), event.createdAt()));
                        }
                        return stored;
                    }
                }),
                inLog("an id stays taken after a clear", "APP-4", "was used before", () -> new NaiveLog() {
                    private final Set<List<String>> ever = new HashSet<>();

                    @Override
                    @Nullable List<Event> storedBefore(NaiveSession s, List<NewEvent> batch) {
                        for (NewEvent event : batch) {
                            String id = String.valueOf(event.id());
                            if (!ever.add(List.of(s.id, id)) && s.named(id) == null) {
                                throw Refusal.of(ErrorCode.PARTIAL_DUPLICATE_BATCH, s, id + " was used before");
                            }
                        }
                        return super.storedBefore(s, batch);
                    }
                }),
                inLog("originIndex is not looked at", "APP-6", "SESSION_CLEARED", () -> new NaiveLog() {
                    @Override
                    void checkConditions(NaiveSession s, AppendRequest request) {
                        super.checkConditions(s, request.originIndex(null));
                    }
                }),
                inLog("ifLastIndex is not looked at", "APP-15", "CONFLICT", () -> new NaiveLog() {
                    @Override
                    void checkConditions(NaiveSession s, AppendRequest request) {
                        super.checkConditions(s, request.ifLastIndex(null));
                    }
                }),
                inLog(
                        "causes are checked before everything else",
                        "APP-8",
                        "PARTIAL_DUPLICATE_BATCH",
                        () -> new NaiveLog() {
                            @Override
                            Appended append(NaiveSession s, AppendRequest request, Instant now, IdSource ids) {
                                for (NewEvent event : request.events()) {
                                    AttemptRef cause = event.cause();
                                    if (cause != null && !owns(s, cause)) {
                                        throw Refusal.of(ErrorCode.SUPERSEDED_ATTEMPT, s, "cause " + cause);
                                    }
                                }
                                return super.append(s, request, now, ids);
                            }
                        }),
                inLog("each event of a batch has a time of its own", "CLK-3", "2023", () -> new NaiveLog() {
                    @Override
                    List<Event> write(NaiveSession s, List<NewEvent> batch, Served served, Instant now) {
                        List<Event> written = super.write(s, batch, served, now);
                        List<Event> ticking = new ArrayList<>();
                        for (Event event : written) {
                            ticking.add(new Event(
                                    event.sessionId(),
                                    event.index(),
                                    event.id(),
                                    event.type(),
                                    event.payload(),
                                    now.plusMillis(ticking.size()),
                                    event.cause()));
                        }
                        s.events.removeAll(written);
                        s.events.addAll(ticking);
                        return ticking;
                    }
                }),
                inFront(
                        "payloads are tidied up",
                        "RD-1",
                        "comes back to the byte",
                        store -> new ForwardingStore(store) {
                            @Override
                            public AppendResult append(AppendRequest request) {
                                List<NewEvent> tidied = request.events().stream()
                                        .map(event -> new NewEvent(
                                                event.id(),
                                                event.type(),
                                                Json.of(event.payload().text().strip()),
                                                event.cause(),
                                                event.targets()))
                                        .toList();
                                return to.append(request.events(tidied));
                            }
                        }));
    }

    private static Stream<PlantedFault> fences() {
        return Stream.of(
                inLog("the fence ignores the attempt's number", "APP-7", "SUPERSEDED_ATTEMPT", () -> new NaiveLog() {
                    @Override
                    boolean owns(NaiveSession s, AttemptRef attempt) {
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return row != null && row.attempts > 0 && !row.dead() && !row.done;
                    }
                }),
                inLog("the fence refuses a lapsed claim", "APP-7", "lapsed claim may write", () -> new NaiveLog() {
                    private Instant now = Instant.MIN;

                    @Override
                    Appended append(NaiveSession s, AppendRequest request, Instant now, IdSource ids) {
                        this.now = now;
                        return super.append(s, request, now, ids);
                    }

                    @Override
                    boolean owns(NaiveSession s, AttemptRef attempt) {
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return super.owns(s, attempt) && row != null && !row.freeAt(now);
                    }
                }),
                inLog("the fence demands a holder", "APP-7", "failed attempt may write", () -> new NaiveLog() {
                    @Override
                    boolean owns(NaiveSession s, AttemptRef attempt) {
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return super.owns(s, attempt) && row != null && row.holder != null;
                    }
                }),
                inLog("the fence lets a dead letter pass", "APP-7", "SUPERSEDED_ATTEMPT", () -> new NaiveLog() {
                    @Override
                    boolean owns(NaiveSession s, AttemptRef attempt) {
                        Row row = s.row(attempt.consumer(), attempt.lane(), attempt.index());
                        return row != null && row.attempts == attempt.attempt() && !row.done;
                    }
                }),
                inLog("a clear's cause is not fenced", "CLR-1", "SUPERSEDED_ATTEMPT", () -> new NaiveLog() {
                    @Override
                    Cleared clear(NaiveSession s, ClearRequest request, Instant now, IdSource ids) {
                        return super.clear(
                                s, new ClearRequest(request.sessionId(), request.ifLastIndex(), null), now, ids);
                    }
                }));
    }

    private static Stream<PlantedFault> work() {
        return Stream.of(
                inLog(
                        "a typed log skips an event that a deployment appended which did not serve it",
                        "APP-11",
                        "Expecting",
                        () -> new NaiveLog() {
                            @Override
                            Reader follow(NaiveSession s, String consumer, LogOptions log, long frontierBefore) {
                                Reader reader = s.reader(Reader.Kind.LOG, consumer, log.lane());
                                if (reader != null && reader.head() == null) {
                                    reader.position = frontierBefore;
                                }
                                return super.follow(s, consumer, log, frontierBefore);
                            }
                        }),
                inLog("a log takes the clear marker", "APP-11", "never takes a clear marker", () -> new NaiveLog() {
                    @Override
                    void begin(NaiveSession s, Event marker) {
                        super.begin(s, marker);
                        s.readers.forEach(log -> {
                            log.position = marker.index() - 1;
                            log.queue.add(marker.index());
                        });
                    }
                }),
                inLog("a log with a head moves to the new batch", "APP-11", "Expecting", () -> new NaiveLog() {
                    @Override
                    Reader follow(NaiveSession s, String consumer, LogOptions log, long frontierBefore) {
                        Reader reader = s.reader(Reader.Kind.LOG, consumer, log.lane());
                        if (reader != null) {
                            reader.position = frontierBefore;
                            reader.queue.clear();
                        }
                        return super.follow(s, consumer, log, frontierBefore);
                    }
                }),
                inLog("an event behind a lane's head becomes a head too", "APP-10", "heads", () -> new NaiveLog() {
                    @Override
                    void give(NaiveSession s, Target target, long index, Instant now) {
                        String lane = target.lane();
                        Reader reader = lane == null ? null : s.reader(Reader.Kind.LANE, target.consumer(), lane);
                        if (reader != null
                                && reader.head() != null
                                && s.dispatch(reader).failedAt() != null) {
                            s.readers.add(new Reader(Reader.Kind.LANE, target.consumer(), lane, index - 1));
                            s.readers.get(s.readers.size() - 1).queue.add(index);
                        } else {
                            super.give(s, target, index, now);
                        }
                    }
                }),
                inLog("a hold of a target is forgotten", "APP-16", "held", () -> new NaiveLog() {
                    @Override
                    void give(NaiveSession s, Target target, long index, Instant now) {
                        super.give(s, new Target(target.consumer(), target.lane(), null), index, now);
                    }
                }),
                inLog("hasPending looks at the batch alone", "APP-12", "true", () -> new NaiveLog() {
                    @Override
                    Appended append(NaiveSession s, AppendRequest request, Instant now, IdSource ids) {
                        Appended appended = super.append(s, request, now, ids);
                        boolean pending = givesWork(request.events(), request.consumers());
                        return new Appended(new AppendResult(appended.result().events(), pending), appended.fresh());
                    }
                }));
    }

    private static Stream<PlantedFault> reads() {
        return Stream.of(
                inLog("a gap is read over in silence", "RD-2", "STORE_UNAVAILABLE", () -> new NaiveLog() {
                    @Override
                    List<Event> read(NaiveSession s, long after, @Nullable Long through) {
                        return s.range(after, through == null ? s.frontier : through);
                    }
                }),
                inLog("throughIndex is left out", "RD-1", "Expecting", () -> new NaiveLog() {
                    @Override
                    List<Event> read(NaiveSession s, long after, @Nullable Long through) {
                        return super.read(s, after, through == null || through == 3 ? null : through);
                    }
                }),
                inLog("a history has causes", "RD-1", "cause", () -> new NaiveLog() {
                    @Override
                    List<Event> readHistory(NaiveSession s, long after, @Nullable Long through) {
                        return read(s, after, through);
                    }
                }),
                inLog("a tail that does not fit is cut", "RD-3", "Optional", () -> new NaiveLog() {
                    @Override
                    Optional<List<Event>> readTail(NaiveSession s, long from, @Nullable Long through) {
                        return Optional.of(readHistory(s, Math.max(from - 1, s.frontier - 256), through));
                    }
                }),
                inLog("a page of a live feed has no end", "RD-4", "size", () -> new NaiveLog() {
                    @Override
                    List<Event> page(NaiveSession s, long after, int most) {
                        return super.page(s, after, 1 << 20);
                    }
                }));
    }

    private static Stream<PlantedFault> lifetimes() {
        return Stream.of(
                inLog("a clear keeps old work", "CLR-4", "nothing from before shows", () -> new NaiveLog() {
                    @Override
                    void begin(NaiveSession s, Event marker) {
                        List<Reader> readers = List.copyOf(s.readers);
                        Map<Row.Key, Row> rows = Map.copyOf(s.rows);
                        super.begin(s, marker);
                        s.readers.clear();
                        s.readers.addAll(readers);
                        s.rows.putAll(rows);
                    }
                }),
                inLog(
                        "a clear of nothing appends a marker",
                        "CLR-3",
                        "clear of nothing appends nothing",
                        () -> new NaiveLog() {
                            @Override
                            boolean nothingToClear(NaiveSession s) {
                                return s.frontier == 0;
                            }
                        }),
                inLog("a conditional clear clears anyway", "CLR-2", "cleared=false", () -> new NaiveLog() {
                    @Override
                    Cleared clear(NaiveSession s, ClearRequest request, Instant now, IdSource ids) {
                        return super.clear(s, new ClearRequest(request.sessionId(), null, request.cause()), now, ids);
                    }
                }),
                inLog("reclaim never says that it is done", "CLR-6", "reclaim", () -> new NaiveLog() {
                    @Override
                    ReclaimResult reclaim(NaiveSession s) {
                        return new ReclaimResult(super.reclaim(s).deleted(), false);
                    }
                }),
                inLog("reclaim counts what another call deleted", "CLR-6", "deleted", () -> new NaiveLog() {
                    @Override
                    ReclaimResult reclaim(NaiveSession s) {
                        ReclaimResult result = super.reclaim(s);
                        return new ReclaimResult(Math.max(result.deleted(), 1), result.done());
                    }
                }),
                inLog("reclaim ignores pins", "CLR-6", "expected", () -> new NaiveLog() {
                    @Override
                    ReclaimResult reclaim(NaiveSession s) {
                        s.history.clear();
                        return super.reclaim(s);
                    }
                }));
    }
}

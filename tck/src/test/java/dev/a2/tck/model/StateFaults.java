package dev.a2.tck.model;

import static dev.a2.tck.model.PlantedFault.inOperations;

import dev.a2.store.HeadRef;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Faults in snapshots, presence and the work index. */
final class StateFaults {
    private StateFaults() {}

    static Stream<PlantedFault> all() {
        return Stream.of(snapshots(), presence(), marks()).flatMap(faults -> faults);
    }

    private static PlantedFault with(
            String what, String rule, String says, UnaryOperator<NaiveStorage.Operations> faulty) {
        return inOperations(what, rule, says, () -> faulty.apply(NaiveStorage.Operations.right()));
    }

    private static PlantedFault inSnapshots(String what, String rule, String says, NaiveSnapshots snapshots) {
        return with(
                what,
                rule,
                says,
                right -> new NaiveStorage.Operations(
                        right.log(),
                        right.work(),
                        right.cursors(),
                        snapshots,
                        right.presence(),
                        right.marks(),
                        right.transfer()));
    }

    private static PlantedFault inPresence(String what, String rule, String says, NaivePresence presence) {
        return with(
                what,
                rule,
                says,
                right -> new NaiveStorage.Operations(
                        right.log(),
                        right.work(),
                        right.cursors(),
                        right.snapshots(),
                        presence,
                        right.marks(),
                        right.transfer()));
    }

    private static PlantedFault inMarks(String what, String rule, String says, NaiveMarks marks) {
        return with(
                what,
                rule,
                says,
                right -> new NaiveStorage.Operations(
                        right.log(),
                        right.work(),
                        right.cursors(),
                        right.snapshots(),
                        right.presence(),
                        marks,
                        right.transfer()));
    }

    private static Stream<PlantedFault> snapshots() {
        NaiveLog log = new NaiveLog();
        return Stream.of(
                inSnapshots(
                        "the latest snapshot moves backwards", "SNP-3", "what can be read", new NaiveSnapshots(log) {
                            @Override
                            void store(NaiveSession s, String reducer, Snapshot state) {
                                s.latest.put(reducer, state);
                            }
                        }),
                inSnapshots(
                        "a pinned snapshot is dropped when it is overtaken",
                        "SNP-4",
                        "goes to the history",
                        new NaiveSnapshots(log) {
                            @Override
                            void keep(NaiveSession s, String reducer, Snapshot snapshot) {}
                        }),
                inSnapshots(
                        "a write behind the latest is kept without a pin",
                        "SNP-3",
                        "what can be read",
                        new NaiveSnapshots(log) {
                            @Override
                            void keep(NaiveSession s, String reducer, Snapshot snapshot) {
                                s.history
                                        .computeIfAbsent(reducer, name -> new TreeMap<>())
                                        .put(snapshot.index(), snapshot);
                            }
                        }),
                inSnapshots(
                        "a pin of an unclaimed head counts for nothing",
                        "SNP-5",
                        "keeps its snapshot",
                        new NaiveSnapshots(log) {
                            @Override
                            @Nullable Row pinned(NaiveSession s, HeadRef pin) {
                                Row row = super.pinned(s, pin);
                                return row == null || row.attempts == 0 ? null : row;
                            }
                        }),
                inSnapshots("a pin of a dead letter counts", "SNP-5", "keeps its snapshot", new NaiveSnapshots(log) {
                    @Override
                    @Nullable Row pinned(NaiveSession s, HeadRef pin) {
                        return s.row(pin.consumer(), pin.lane(), pin.index());
                    }
                }),
                inSnapshots(
                        "the last of several writes for one index keeps only its own pins",
                        "SNP-2",
                        "pinned by both",
                        new NaiveSnapshots(log) {
                            @Override
                            void put(NaiveSession s, String reducer, List<SnapshotWrite> writes) {
                                TreeMap<Long, SnapshotWrite> last = new TreeMap<>();
                                writes.forEach(write -> last.put(write.index(), write));
                                super.put(s, reducer, List.copyOf(last.values()));
                            }
                        }),
                inSnapshots("snapshotThroughIndex is ignored", "SNP-1", "snapshot cap", new NaiveSnapshots(log) {
                    @Override
                    @Nullable Snapshot usable(NaiveSession s, String reducer, @Nullable Long cap) {
                        return s.latest.get(reducer);
                    }
                }),
                inSnapshots("the limit of a state read is ignored", "SNP-6", "Expecting", new NaiveSnapshots(log) {
                    @Override
                    StateRead readState(NaiveSession s, ReadStateRequest request) {
                        return super.readState(s, request.limit(null));
                    }
                }),
                with(
                        "death keeps pins",
                        "SNP-5",
                        "dead letters release",
                        right -> NaiveStorage.Operations.with(right.log(), new NaiveWork(right.log()) {
                            @Override
                            void bury(NaiveSession s, Row row, Instant now) {
                                row.deadAt = now;
                                row.holder = null;
                                row.freeAt = null;
                            }
                        })));
    }

    private static Stream<PlantedFault> presence() {
        return Stream.of(
                inPresence("a tie goes to what is stored", "PRS-1", "Expecting", new NaivePresence() {
                    @Override
                    boolean wins(PresenceUpdate update, PresenceEntry stored, Instant now) {
                        return !isLive(stored, now) || stored.at().isBefore(update.at());
                    }
                }),
                inPresence("a tombstone forgets its stamp", "PRS-1", "older write", new NaivePresence() {
                    @Override
                    boolean wins(PresenceUpdate update, PresenceEntry stored, Instant now) {
                        return stored.value().isNull() || super.wins(update, stored, now);
                    }
                }),
                inPresence("the patch tells of fields that lost", "PRS-2", "Expecting", new NaivePresence() {
                    @Override
                    Optional<PresencePatch> set(List<PresenceEntry> entries, PresenceUpdate update, Instant now) {
                        super.set(entries, update, now);
                        return Optional.of(new PresencePatch(
                                update.sessionId(), update.participant(), update.values(), update.seen(), update.at()));
                    }
                }),
                inPresence("expiry counts from the sender's stamp", "PRS-3", "Expected", new NaivePresence() {
                    @Override
                    Instant expiry(PresenceUpdate update, Instant now) {
                        return update.at().plus(update.ttl());
                    }
                }),
                inPresence("an expired entry still wins", "PRS-3", "Optional", new NaivePresence() {
                    @Override
                    boolean wins(PresenceUpdate update, PresenceEntry stored, Instant now) {
                        return !stored.at().isAfter(update.at());
                    }
                }));
    }

    private static Stream<PlantedFault> marks() {
        return Stream.of(
                inMarks("work that comes up is not marked", "WRK-1", "WRK-1", new NaiveMarks() {
                    @Override
                    boolean markWhatCameUp(
                            List<WorkMark> marks,
                            String sessionId,
                            Map<LiveHead, Instant> before,
                            Map<LiveHead, Instant> after,
                            Instant now) {
                        return before.isEmpty() && super.markWhatCameUp(marks, sessionId, before, after, now);
                    }
                }),
                inMarks("a taken mark stays due", "WRK-2", "taken", new NaiveMarks() {
                    @Override
                    Instant leased(TakeWorkRequest request, Instant now) {
                        return now;
                    }
                }),
                inMarks("a refresh forgets heads that are held", "WRK-3", "WRK-1", new NaiveMarks() {
                    @Override
                    void refresh(List<WorkMark> marks, String sessionId, String consumer, @Nullable Instant freeAt) {
                        super.refresh(marks, sessionId, consumer, null);
                    }
                }),
                inMarks("a page of marks splits a session", "WRK-4", "pages of", new NaiveMarks() {
                    @Override
                    List<WorkMark> list(List<WorkMark> marks, @Nullable String from, int limit) {
                        return super.list(marks, from, Integer.MAX_VALUE).stream()
                                .limit(limit)
                                .toList();
                    }
                }));
    }
}

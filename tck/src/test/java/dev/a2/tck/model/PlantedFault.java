package dev.a2.tck.model;

import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A store that is right but for one thing.
 *
 * @param what the fault, in words
 * @param rule the rule that must notice
 * @param says what the failing test's message must hold
 */
public record PlantedFault(String what, String rule, String says, Supplier<StoreFixture.Storage> storages) {
    /** Every fault. */
    public static Stream<PlantedFault> all() {
        return Stream.of(LogFaults.all(), WorkFaults.all(), StateFaults.all(), StoreFaults.all())
                .flatMap(faults -> faults);
    }

    /** A fault in the log's own operations. */
    static PlantedFault inLog(String what, String rule, String says, Supplier<NaiveLog> log) {
        return inOperations(what, rule, says, () -> {
            NaiveLog faulty = log.get();
            return NaiveStorage.Operations.with(faulty, new NaiveWork(faulty));
        });
    }

    static PlantedFault inOperations(
            String what, String rule, String says, Supplier<NaiveStorage.Operations> operations) {
        return new PlantedFault(
                what, rule, says, () -> new FaultyStorage(new NaiveStorage(operations.get()), PlantedFault::right));
    }

    /** A fault in front of a right store. */
    static PlantedFault inFront(String what, String rule, String says, UnaryOperator<SessionStore> faulty) {
        return inOpening(what, rule, says, (storage, clock, ids) -> faulty.apply(right(storage, clock, ids)));
    }

    /** A fault in how a store is opened. */
    static PlantedFault inOpening(String what, String rule, String says, Opener opener) {
        return new PlantedFault(what, rule, says, () -> new FaultyStorage(new NaiveStorage(), opener));
    }

    private static SessionStore right(NaiveStorage storage, InstantSource clock, IdSource ids) {
        return new NaiveStore(storage, clock, ids, Limits.DEFAULTS);
    }

    /** Opens a store with a fault. */
    interface Opener {
        SessionStore open(NaiveStorage storage, InstantSource clock, IdSource ids);
    }

    /** Storage whose stores have the fault. */
    record FaultyStorage(NaiveStorage storage, Opener opener) implements StoreFixture.Storage {
        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return opener.open(storage, clock, ids);
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            storage.loseEvent(sessionId, index);
        }

        @Override
        public void loseWorkIndex() {
            storage.loseWorkIndex();
        }

        @Override
        public void close() {}
    }

    @Override
    public String toString() {
        return what;
    }
}

package dev.a2.tck;

import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.NaiveStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs steps on a store and on the model side by side, and shrinks the ones at which they come apart. */
final class ModelRun {
    private static final int MOST_SHRINKING_RUNS = 400;

    /** Opens a fresh storage for each run. */
    private final Supplier<StoreFixture.Storage> storages;
    /** How many stores are opened on it, to take turns. */
    private final int handles;

    /** Where a run came apart. */
    record Difference(List<Step> steps, String what) {}

    ModelRun(Supplier<StoreFixture.Storage> storages, int handles) {
        this.storages = storages;
        this.handles = handles;
    }

    /** Makes up so many steps from a seed; null when store and model agree on all of them. */
    @Nullable Difference seed(long seed, int length) {
        return run(length, both -> {
            Steps steps = new Steps(seed, both.model, both.clock);
            both.onAnswer = steps::heard;
            return steps::next;
        });
    }

    /** Runs given steps. */
    @Nullable Difference steps(List<Step> steps) {
        return run(steps.size(), both -> {
            AtomicLong next = new AtomicLong();
            return () -> steps.get((int) next.getAndIncrement());
        });
    }

    private @Nullable Difference run(int length, Function<Both, Supplier<Step>> source) {
        try (StoreFixture.Storage storage = storages.get();
                Both both = new Both(storage, handles)) {
            Supplier<Step> steps = source.apply(both);
            List<Step> taken = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                Step step = steps.get();
                taken.add(step);
                String difference = both.take(step);
                if (difference != null) {
                    return new Difference(List.copyOf(taken), difference);
                }
            }
            String difference = both.compareAll();
            return difference == null ? null : new Difference(taken, difference);
        }
    }

    /** Leaves out steps, in halves, quarters and so on, as long as store and model still come apart. */
    Difference shrink(Difference difference) {
        Difference smallest = difference;
        int runs = 0;
        int chunk = Math.max(1, smallest.steps().size() / 2);
        while (runs < MOST_SHRINKING_RUNS) {
            boolean shorter = false;
            for (int from = 0; from < smallest.steps().size() && runs < MOST_SHRINKING_RUNS; ) {
                List<Step> fewer = new ArrayList<>(smallest.steps());
                fewer.subList(from, Math.min(from + chunk, fewer.size())).clear();
                runs++;
                Difference still = steps(fewer);
                if (still != null) {
                    smallest = still;
                    shorter = true;
                } else {
                    from += chunk;
                }
            }
            if (chunk == 1 && !shorter) {
                break;
            }
            chunk = Math.max(1, chunk / 2);
        }
        return smallest;
    }

    /** The store and the model, with one clock, and ids that count alike. */
    private static final class Both implements AutoCloseable {
        final TestClock clock = new TestClock();
        final SessionStore model;
        private final List<SessionStore> stores = new ArrayList<>();
        private final List<String> sessions = new ArrayList<>();
        private BiConsumer<Step, Object> onAnswer = (step, answer) -> {};
        private int turn;

        Both(StoreFixture.Storage storage, int handles) {
            AtomicLong modelIds = new AtomicLong();
            AtomicLong storeIds = new AtomicLong();
            model = new NaiveStore(new NaiveStorage(), clock, () -> "g" + modelIds.incrementAndGet(), Limits.DEFAULTS);
            for (int i = 0; i < handles; i++) {
                stores.add(storage.open(clock, () -> "g" + storeIds.incrementAndGet()));
            }
        }

        /** Runs a step on both; tells how they came apart. */
        @Nullable String take(Step step) {
            if (step instanceof Step.Advance advance) {
                clock.advance(Duration.ofMillis(advance.ms()));
                return null;
            }
            if (!sessions.contains(step.session())) {
                sessions.add(step.session());
            }
            SessionStore store = stores.get(turn++ % stores.size());
            Object expected = answer(step, model);
            Object got = answer(step, store);
            onAnswer.accept(step, expected);
            if (!expected.equals(got)) {
                return apart("the answer", expected, got);
            }
            return step.mayWrite()
                    ? compare("the cursors after it", step.session(), other -> other.cursors(step.session()))
                    : null;
        }

        private static Object answer(Step step, SessionStore store) {
            try {
                return step.on(store);
            } catch (StoreException e) {
                return "error " + e.code();
            } catch (RuntimeException e) {
                return "not a store error, but " + e;
            }
        }

        @Nullable String compareAll() {
            for (String session : sessions) {
                String difference =
                        compare("what can be read at the end", session, store -> Picture.of(store, session));
                if (difference == null) {
                    difference = wrongInside(session);
                }
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }

        private @Nullable String compare(String what, String session, Function<SessionStore, Object> look) {
            SessionStore store = stores.get(turn % stores.size());
            Object expected = look.apply(model);
            Object got = look.apply(store);
            return expected.equals(got) ? null : apart(what + " of " + session, expected, got);
        }

        private @Nullable String wrongInside(String session) {
            List<?> findings = stores.get(0).verify(session);
            if (!findings.isEmpty()) {
                return "verify finds in " + session + ": " + findings;
            }
            try {
                WorkCheck.everyLiveHeadIsMarked(stores.get(0), session, clock.instant());
                return null;
            } catch (AssertionError e) {
                return String.valueOf(e.getMessage());
            }
        }

        private static String apart(String what, Object expected, Object got) {
            return what + "\n    of the model  " + expected + "\n    of the store  " + got;
        }

        @Override
        public void close() {
            stores.forEach(SessionStore::close);
            model.close();
        }
    }
}

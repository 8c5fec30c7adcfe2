package dev.a2;

import dev.a2.codec.CodecException;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.HeadRef;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds states (RT-15, I11, I12).
 *
 * <p>The log is the truth. What shortens the fold, nearest first: the state that the same reader saw last, kept here; the
 * store's snapshots; nothing. Each of them may be missing or unreadable without changing the result. A snapshot is written
 * when a fold came far enough beyond the latest one. Long logs are read page by page.
 */
final class StateReader<E> {
    private static final System.Logger LOG = System.getLogger(StateReader.class.getName());

    /** Most events of one read of a part of the log. */
    private static final int PAGE = 500;

    /** A clear may race a read; three in a row are more than chance. */
    private static final int TRIES = 3;

    private final SessionStore store;
    private final Encoder<E> encoder;
    private final Platform platform;
    private final Patience patience;
    private final int distance;
    private final StateCache cache = new StateCache();
    private final Subscription losses;

    StateReader(SessionStore store, Encoder<E> encoder, A2Options options, Patience patience) {
        this.store = store;
        this.encoder = encoder;
        this.platform = options.platform();
        this.distance = options.snapshotDistance();
        this.patience = patience;
        this.losses = store.subscribeLosses(loss -> cache.forget(loss.sessionId()));
    }

    void close() {
        losses.close();
    }

    /**
     * A state as of an index.
     *
     * @param clearIndex the latest clear marker that the fold met; above {@code index}, everything through it is gone
     * @param folded how many events the store had to give
     */
    record StateAt<S>(S state, long index, long clearIndex, int folded) {}

    /**
     * The state as of {@code through}, or as of now.
     *
     * @param reader tells readers apart that stand at different places of the log
     */
    <S> StateAt<S> read(String sessionId, Reducer<E, S> reducer, String reader, @Nullable Long through) {
        StateCache.Key key = new StateCache.Key(sessionId, reducer.snapshotName(), reader);
        return patience.call(() -> {
            for (int tries = 0; tries < TRIES; tries++) {
                Fold<E, S> fold = tries == 0 ? fromCache(key, reducer, through) : null;
                boolean whole =
                        fold != null && (through == null ? toEnd(sessionId, fold) : to(sessionId, fold, through));
                if (!whole) {
                    fold = fromStore(sessionId, reducer, through);
                    whole = fold != null;
                }
                if (fold != null && whole) {
                    return finish(key, reducer, fold, through);
                }
            }
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    "clears raced the reading of state " + reducer.name() + " of session " + sessionId
                            + "; read again");
        });
    }

    private <S> StateAt<S> finish(StateCache.Key key, Reducer<E, S> reducer, Fold<E, S> fold, @Nullable Long through) {
        if (through != null && fold.clearIndex > through) {
            return new StateAt<>(reducer.initial(), through, fold.clearIndex, fold.folded);
        }
        long base = Math.max(fold.snapshotIndex, fold.clearIndex);
        if (fold.index - base >= distance) {
            fold.snapshotIndex = fold.index;
            writeLater(key.sessionId(), reducer, fold.index, fold.state);
        }
        cache.put(key, new StateCache.Known(fold.state, fold.index, fold.snapshotIndex, fold.clearIndex));
        return new StateAt<>(fold.state, fold.index, fold.clearIndex, fold.folded);
    }

    private <S> @Nullable Fold<E, S> fromCache(StateCache.Key key, Reducer<E, S> reducer, @Nullable Long through) {
        StateCache.Known known = cache.nearest(key, through == null ? Long.MAX_VALUE : through);
        if (known == null) {
            return null;
        }
        Fold<E, S> fold = new Fold<>(encoder, reducer, reducer.stateType().cast(known.state()), known.index());
        fold.snapshotIndex = known.snapshotIndex();
        fold.clearIndex = known.clearIndex();
        return fold;
    }

    /** Folds through the newest event; false if something was missing. */
    private <S> boolean toEnd(String sessionId, Fold<E, S> fold) {
        List<Event> page;
        do {
            page = store.readFeedPage(sessionId, fold.index);
            if (!fold.addAll(page)) {
                return false;
            }
        } while (page.size() == EventLog.FEED_PAGE);
        return true;
    }

    /** Folds through an index; false if something was missing. */
    private <S> boolean to(String sessionId, Fold<E, S> fold, long through) {
        while (fold.index < through) {
            List<Event> page = store.readHistory(sessionId, fold.index, Math.min(through, fold.index + PAGE));
            if (page.isEmpty() || !fold.addAll(page)) {
                return false;
            }
        }
        return true;
    }

    /** From the best snapshot that can be read; nothing if something was missing. */
    private <S> @Nullable Fold<E, S> fromStore(String sessionId, Reducer<E, S> reducer, @Nullable Long through) {
        ReadStateRequest request = ReadStateRequest.of(sessionId, reducer.snapshotName())
                .through(through)
                .limit(PAGE);
        while (true) {
            StateRead read = store.readState(request);
            Snapshot snapshot = read.snapshot();
            Fold<E, S> fold = begin(sessionId, reducer, read);
            if (fold == null) {
                request = request.snapshotThrough(snapshot == null ? 0 : snapshot.index() - 1);
                continue;
            }
            fold.snapshotIndex = read.latestIndex() == null ? 0 : read.latestIndex();
            fold.clearIndex = read.clearIndex();
            if (through != null && read.clearIndex() > through) {
                return fold;
            }
            long target = through == null ? read.frontier() : Math.min(through, read.frontier());
            return fold.addAll(read.events()) && to(sessionId, fold, target) ? fold : null;
        }
    }

    /** A fold with a snapshot's state; nothing if it cannot be read (F55). */
    private <S> @Nullable Fold<E, S> begin(String sessionId, Reducer<E, S> reducer, StateRead read) {
        Snapshot snapshot = read.snapshot();
        if (snapshot == null) {
            return new Fold<>(encoder, reducer, reducer.initial(), Math.max(0, read.clearIndex() - 1));
        }
        try {
            Object state = encoder.codec().decode(snapshot.state(), reducer.stateType());
            return new Fold<>(encoder, reducer, reducer.stateType().cast(state), snapshot.index());
        } catch (CodecException | ClassCastException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the snapshot of state " + reducer.snapshotName() + " of session " + sessionId + " at index "
                            + snapshot.index() + " cannot be read and is passed over; raise the reducer's version",
                    e);
            return null;
        }
    }

    private void writeLater(String sessionId, Reducer<E, ?> reducer, long index, Object state) {
        platform.startUrgent("a2 snapshot " + sessionId, () -> write(sessionId, reducer, index, state, Set.of()));
    }

    private void write(String sessionId, Reducer<E, ?> reducer, long index, Object state, Set<HeadRef> pins) {
        try {
            SnapshotWrite write = new SnapshotWrite(index, encoder.codec().encode(state), pins);
            store.putSnapshots(sessionId, reducer.snapshotName(), List.of(write));
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "a snapshot of session " + sessionId + " was not written; the next read folds further",
                    e);
        }
    }

    /** Whether folding to there again from nothing would take long, so that a pin pays (RT-15). */
    boolean isFar(StateAt<?> state) {
        return state.index() - state.clearIndex() > distance;
    }

    /** Whether it just took long. */
    boolean tookLong(StateAt<?> state) {
        return state.folded() > distance;
    }

    /** Keeps a state for as long as a head is not handled, so that its next attempt need not fold it again (SNP-5). */
    void pin(String sessionId, Reducer<E, ?> reducer, StateAt<?> state, HeadRef head) {
        write(sessionId, reducer, state.index(), state.state(), Set.of(head));
    }
}

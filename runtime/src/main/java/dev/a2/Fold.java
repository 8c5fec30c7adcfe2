package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.Reserved;
import java.util.List;
import java.util.Objects;

/** A reducer on its way through a log. */
final class Fold<E, S> {
    private final Encoder<E> encoder;
    private final Reducer<E, S> reducer;

    S state;
    /** The newest event that is in the state. */
    long index;
    /** The latest clear marker known. */
    long clearIndex;
    /** The latest snapshot known. */
    long snapshotIndex;
    /** Events since the beginning. */
    int folded;

    Fold(Encoder<E> encoder, Reducer<E, S> reducer, S state, long index) {
        this.encoder = encoder;
        this.reducer = reducer;
        this.state = state;
        this.index = index;
    }

    /** Goes on through these events; false if one is missing before them, other than by a clear. */
    boolean addAll(List<Event> events) {
        for (Event event : events) {
            if (event.type().equals(Reserved.CLEAR_TYPE)) {
                state = reducer.initial();
                clearIndex = event.index();
            } else if (event.index() != index + 1) {
                return false;
            } else {
                encoder.decode(event).ifPresent(known -> add(known.event()));
            }
            index = event.index();
            folded++;
        }
        return true;
    }

    private void add(E event) {
        state = Objects.requireNonNull(
                reducer.fold().apply(state, event), () -> "reducer " + reducer.name() + " returned null");
    }
}

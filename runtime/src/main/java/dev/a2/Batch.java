package dev.a2;

import dev.a2.codec.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events to append together: all or none, at consecutive indexes (I4).
 *
 * <p>An event with an id is appended once in a lifetime: appending the same batch again returns what is stored (APP-3).
 *
 * @param <E> the contract's events
 * @param ifLastIndex append only if this is the session's newest index (RT-16); null: always
 */
public record Batch<E>(List<Entry<E>> entries, @Nullable Long ifLastIndex) {
    /**
     * An event to append.
     *
     * @param <E> the contract's events
     */
    public sealed interface Entry<E> {
        /** Its id; null to have one drawn. */
        @Nullable String id();

        /** An event of the contract. */
        record Typed<E>(@Nullable String id, E event) implements Entry<E> {}

        /** Any event. If the contract knows its type, the contract's consumers get it. */
        record Raw<E>(@Nullable String id, String type, Json payload) implements Entry<E> {}
    }

    /** Copies the list. */
    public Batch {
        entries = List.copyOf(entries);
    }

    /** These events, with ids drawn for them. */
    @SafeVarargs
    public static <E> Batch<E> of(E... events) {
        Batch<E> batch = empty();
        for (E event : events) {
            batch = batch.and(event);
        }
        return batch;
    }

    /** No events yet. */
    public static <E> Batch<E> empty() {
        return new Batch<>(List.of(), null);
    }

    /** The same and this event. */
    public Batch<E> and(E event) {
        return and(new Entry.Typed<>(null, event));
    }

    /** The same and this event under this id. */
    public Batch<E> and(@Nullable String id, E event) {
        return and(new Entry.Typed<>(id, event));
    }

    /** The same and a raw event. */
    public Batch<E> andRaw(@Nullable String id, String type, Json payload) {
        return and(new Entry.Raw<>(id, type, payload));
    }

    /** The same, on condition that this is the session's newest index (RT-16). */
    public Batch<E> ifLastIndex(long index) {
        return new Batch<>(entries, index);
    }

    private Batch<E> and(Entry<E> entry) {
        List<Entry<E>> all = new ArrayList<>(entries);
        all.add(entry);
        return new Batch<>(all, ifLastIndex);
    }
}

package dev.a2;

import java.util.function.BiFunction;

/**
 * A named pure fold from events to a state.
 *
 * <p>The state must be immutable, and its JSON (by the A2's codec) must read back as an equal one, for snapshots. Events
 * of types that the contract does not know are passed over (RT-1). A clear starts over from {@code initial}.
 *
 * @param <E> the contract's events
 * @param <S> the state
 * @param version raise it whenever the fold or the state's shape changes: snapshots of another version are not read
 */
public record Reducer<E, S>(
        String name, int version, Class<S> stateType, S initial, BiFunction<? super S, ? super E, ? extends S> fold) {
    /** Checks the version. */
    public Reducer {
        if (version < 1) {
            throw new IllegalArgumentException(
                    "the version of reducer " + name + " must be at least 1, not " + version);
        }
    }

    /** A reducer in its first version. */
    public static <E, S> Reducer<E, S> of(
            String name, Class<S> stateType, S initial, BiFunction<? super S, ? super E, ? extends S> fold) {
        return new Reducer<>(name, 1, stateType, initial, fold);
    }

    /** The same fold after a change. */
    public Reducer<E, S> version(int version) {
        return new Reducer<>(name, version, stateType, initial, fold);
    }

    /** What its snapshots are stored under: the name, from version 2 on with the version. */
    public String snapshotName() {
        return version == 1 ? name : name + "@" + version;
    }
}

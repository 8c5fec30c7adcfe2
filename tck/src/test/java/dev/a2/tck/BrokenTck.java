package dev.a2.tck;

import dev.a2.tck.model.PlantedFault;
import org.jspecify.annotations.Nullable;

/** The kit on a store with a planted fault. Run by {@link BrokenStoresTest} only; its name keeps it out of the build's own run. */
final class BrokenTck extends StoreTck {
    /** The fault of the run that is under way. */
    static @Nullable PlantedFault planted;

    BrokenTck() {
        super(fixture(planted));
    }

    private static StoreFixture fixture(@Nullable PlantedFault fault) {
        if (fault == null) {
            throw new IllegalStateException("no fault is planted");
        }
        return () -> fault.storages().get();
    }
}

package dev.a2.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A module as a set of packages, named below a root so that planted classes can stand in for the real ones. */
enum Part {
    CORE("store", "codec", "transfer"),
    KERNEL("store.kernel"),
    MEMORY("store.memory"),
    SQL("store.sql"),
    REDIS("store.redis"),
    TESTSERVERS("testservers"),
    REPLAY("replay"),
    TCK("tck"),
    RUNTIME("", "internal"),
    TESTKIT("testkit"),
    SIMULATION("simulation"),
    EXAMPLES("examples"),
    SERVER("server"),
    CLI("cli");

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> packages;

    Part(String... packages) {
        this.packages = List.of(packages);
    }

    /** The part whose package holds the class: the nearest one above it, or none outside the root or unknown. */
    static Optional<Part> of(JavaClass type, String root) {
        String name = type.getPackageName();
        if (!name.equals(root) && !name.startsWith(root + ".")) {
            return Optional.empty();
        }
        String below = name.substring(Math.min(name.length(), root.length() + 1));
        return owner(below);
    }

    private static Optional<Part> owner(String below) {
        Optional<Part> owner = Arrays.stream(values())
                .filter(part -> part.packages.contains(below))
                .findFirst();
        int dot = below.lastIndexOf('.');
        return owner.isPresent() || dot < 0 ? owner : owner(below.substring(0, dot));
    }
}

package dev.a2.architecture.planted.examples;

import dev.a2.architecture.planted.tck.Tck;

final class ExamplesKnowTck {
    private ExamplesKnowTck() {}

    static String name() {
        return Tck.class.getName();
    }
}

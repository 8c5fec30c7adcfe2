package dev.a2.architecture.planted.cli;

import dev.a2.architecture.planted.testkit.Testkit;

final class CliKnowsTestkit {
    private CliKnowsTestkit() {}

    static String name() {
        return Testkit.class.getName();
    }
}

package dev.a2.architecture.planted.store;

import dev.a2.architecture.planted.Session;

final class CoreKnowsRuntime {
    private CoreKnowsRuntime() {}

    static String name() {
        return Session.class.getName();
    }
}

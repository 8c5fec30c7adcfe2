package dev.a2.architecture.planted.store;

import dev.a2.architecture.planted.Runtime;

final class CoreKnowsRuntime {
    private CoreKnowsRuntime() {}

    static String name() {
        return Runtime.class.getName();
    }
}

package dev.a2.architecture.planted;

import dev.a2.architecture.planted.store.kernel.Kernel;

final class RuntimeKnowsKernel {
    private RuntimeKnowsKernel() {}

    static String name() {
        return Kernel.class.getName();
    }
}

package dev.a2.architecture.planted.replay;

import dev.a2.architecture.planted.store.kernel.Kernel;

final class ReplayKnowsKernel {
    private ReplayKnowsKernel() {}

    static String name() {
        return Kernel.class.getName();
    }
}

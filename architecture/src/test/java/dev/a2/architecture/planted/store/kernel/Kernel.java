package dev.a2.architecture.planted.store.kernel;

/** Stands for any class of its part. */
public final class Kernel {
    private Kernel() {}
}

package dev.a2.architecture.planted.store.memory;

/** Stands for any class of its part. */
public final class Memory {
    private Memory() {}
}

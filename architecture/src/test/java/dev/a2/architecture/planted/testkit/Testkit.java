package dev.a2.architecture.planted.testkit;

/** Stands for any class of its part. */
public final class Testkit {
    private Testkit() {}
}

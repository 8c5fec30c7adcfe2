package dev.a2.architecture.planted.tck;

/** Stands for any class of its part. */
public final class Tck {
    private Tck() {}
}

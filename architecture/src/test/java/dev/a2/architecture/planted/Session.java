package dev.a2.architecture.planted;

/** Stands for any class of its part. */
public final class Session {
    private Session() {}
}

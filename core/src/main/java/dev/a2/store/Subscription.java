package dev.a2.store;

/** Something that listens until it is closed. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /** Stops listening. Repeatable; a call that is under way may still end after it. */
    @Override
    void close();
}

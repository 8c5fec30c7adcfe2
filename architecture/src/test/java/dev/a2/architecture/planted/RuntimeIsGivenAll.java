package dev.a2.architecture.planted;

import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Uses only what it is given, so no rule reports it. */
final class RuntimeIsGivenAll {
    private RuntimeIsGivenAll() {}

    static Instant now(Clock clock) {
        return Instant.now(clock);
    }

    static Random seeded(long seed) {
        return new Random(seed);
    }

    static CompletableFuture<Void> run(Runnable work, Executor executor) {
        return CompletableFuture.runAsync(work, executor);
    }
}

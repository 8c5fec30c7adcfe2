package dev.a2.architecture.planted;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** The authority: may do all of it, so no rule reports it. */
final class SystemPlatform {
    private SystemPlatform() {}

    static Instant now() {
        return Instant.now();
    }

    static UUID id() {
        return UUID.randomUUID();
    }

    static final class Sleeper {
        private Sleeper() {}

        static void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }
}

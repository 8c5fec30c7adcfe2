package dev.a2.architecture.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

@SuppressWarnings({"JavaUtilDate", "JavaTimeDefaultTimeZone"})
final class RuntimeReadsClock {
    private RuntimeReadsClock() {}

    static long millis() {
        return System.currentTimeMillis();
    }

    static long nanos() {
        return System.nanoTime();
    }

    static LongSupplier nanosByReference() {
        return System::nanoTime;
    }

    static Instant instant() {
        return Instant.now();
    }

    static Supplier<Instant> instantByReference() {
        return Instant::now;
    }

    static LocalDateTime local() {
        return LocalDateTime.now();
    }

    static LocalDateTime localInZone(ZoneId zone) {
        return LocalDateTime.now(zone);
    }

    static Clock utc() {
        return Clock.systemUTC();
    }

    static Clock zoned() {
        return Clock.tickSeconds(ZoneOffset.UTC);
    }

    static InstantSource source() {
        return InstantSource.system();
    }

    static Date date() {
        return new Date();
    }
}

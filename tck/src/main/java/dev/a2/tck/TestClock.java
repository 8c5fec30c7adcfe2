package dev.a2.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands where a test puts it. Safe for many threads. */
public final class TestClock implements InstantSource {
    /** Where each test begins. */
    public static final Instant START = Instant.ofEpochMilli(1_700_000_000_000L);

    private final AtomicLong nowMs = new AtomicLong(START.toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs.get());
    }

    @Override
    public long millis() {
        return nowMs.get();
    }

    /** Goes to a time, also backwards. */
    public void set(Instant time) {
        nowMs.set(time.toEpochMilli());
    }

    /** Goes on. */
    public void advance(Duration by) {
        nowMs.addAndGet(by.toMillis());
    }
}

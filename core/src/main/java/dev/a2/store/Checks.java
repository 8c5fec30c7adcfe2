package dev.a2.store;

import dev.a2.codec.Strings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What records check about themselves (VAL-1 to VAL-6). Messages name the value that is wrong. */
final class Checks {
    /** 2^53 - 1: the largest whole number that every JSON reader keeps. */
    static final long MAX_NUMBER = (1L << 53) - 1;

    private Checks() {}

    static String name(String what, String value) {
        if (value.isEmpty()) {
            throw StoreException.invalid(what + " is empty; give it at least one character");
        }
        return text(what, value);
    }

    static @Nullable String lane(@Nullable String lane) {
        return lane == null ? null : text("lane", lane);
    }

    static String text(String what, String value) {
        if (!Strings.isWellFormed(value)) {
            throw StoreException.invalid(
                    what + " " + Strings.quote(value) + " holds a lone surrogate; it must be well-formed Unicode");
        }
        return value;
    }

    static long index(String what, long value) {
        if (value < 1 || value > MAX_NUMBER) {
            throw StoreException.invalid(what + " must be from 1 to 2^53 - 1, not " + value);
        }
        return value;
    }

    static long number(String what, long value) {
        if (value < 0 || value > MAX_NUMBER) {
            throw StoreException.invalid(what + " must be from 0 to 2^53 - 1, not " + value);
        }
        return value;
    }

    static int atLeastOne(String what, int value) {
        if (value < 1) {
            throw StoreException.invalid(what + " must be at least 1, not " + value);
        }
        return value;
    }

    static Instant time(String what, Instant time) {
        if (time.getNano() % 1_000_000 != 0) {
            throw StoreException.invalid(
                    what + " " + time + " has a fraction of a millisecond; use truncatedTo(ChronoUnit.MILLIS)");
        }
        long seconds = time.getEpochSecond();
        if (seconds < 0 || seconds > MAX_NUMBER / 1000 || time.toEpochMilli() > MAX_NUMBER) {
            throw StoreException.invalid(what + " " + time + " is not within 0 to 2^53 - 1 epoch milliseconds");
        }
        return time;
    }

    static Duration positive(String what, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw StoreException.invalid(what + " must be longer than zero, not " + duration);
        }
        if (duration.getNano() % 1_000_000 != 0
                || duration.getSeconds() > MAX_NUMBER / 1000
                || duration.toMillis() > MAX_NUMBER) {
            throw StoreException.invalid(what + " must be whole milliseconds up to 2^53 - 1, not " + duration);
        }
        return duration;
    }

    /** VAL-2. */
    static void distinctTargets(List<Target> targets) {
        if (targets.size() < 2) {
            return;
        }
        Set<List<String>> lanes = new HashSet<>();
        for (Target target : targets) {
            String lane = target.lane();
            if (lane != null && !lanes.add(List.of(target.consumer(), lane))) {
                throw StoreException.invalid("an event targets " + target + " twice; name each target once");
            }
        }
    }

    /** VAL-3. */
    static void noSharedRow(List<NewEvent> events, Served consumers) {
        List<ServedConsumer> served = consumers.logs();
        if (served.isEmpty()) {
            return;
        }
        Set<List<String>> logs = new HashSet<>();
        for (ServedConsumer consumer : served) {
            LogOptions log = consumer.log();
            if (log != null) {
                logs.add(List.of(consumer.name(), log.lane()));
            }
        }
        for (NewEvent event : events) {
            for (Target target : event.targets()) {
                String lane = target.lane();
                if (lane != null && logs.contains(List.of(target.consumer(), lane))) {
                    throw StoreException.invalid("consumer " + Strings.quote(target.consumer())
                            + " is a log consumer of lane " + Strings.quote(lane)
                            + " and the target of that lane in one call; use another lane or consumer name");
                }
            }
        }
    }
}

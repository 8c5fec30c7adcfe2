package dev.a2.store;

import dev.a2.codec.Strings;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Size limits of a store, checked before anything is written.
 *
 * @param payloadBytes most UTF-8 bytes of one payload, state or presence value
 * @param batchEvents most events of one batch
 * @param batchBytes most UTF-8 bytes of one batch's payloads
 * @param nameBytes most UTF-8 bytes of a session id, event id, type, consumer, lane, reducer, holder, participant or field
 */
public record Limits(int payloadBytes, int batchEvents, int batchBytes, int nameBytes) {
    /** 1 MiB payloads, batches of 1,000 events and 8 MiB, names of 1 KiB. */
    public static final Limits DEFAULTS = new Limits(1 << 20, 1_000, 8 << 20, 1 << 10);

    /** Checks that all are positive. */
    public Limits {
        Checks.atLeastOne("payloadBytes", payloadBytes);
        Checks.atLeastOne("batchEvents", batchEvents);
        Checks.atLeastOne("batchBytes", batchBytes);
        Checks.atLeastOne("nameBytes", nameBytes);
    }

    /** Refuses a batch that is too large, and every name and payload in it. */
    public void check(String sessionId, List<NewEvent> events, Served consumers) {
        checkSession(sessionId);
        if (events.size() > batchEvents) {
            throw StoreException.invalid("a batch of " + events.size() + " events for session "
                    + Strings.quote(sessionId) + " is over the limit of " + batchEvents + "; append it in parts");
        }
        long bytes = 0;
        for (NewEvent event : events) {
            checkName("event id", event.id());
            checkName("event type", event.type());
            event.targets().forEach(this::check);
            int size = event.payload().size();
            checkPayload("the payload of a " + event.type() + " event", size);
            bytes += size;
        }
        if (bytes > batchBytes) {
            throw StoreException.invalid("a batch of " + bytes + " bytes for session " + Strings.quote(sessionId)
                    + " is over the limit of " + batchBytes + "; append it in parts");
        }
        check(consumers);
    }

    /** Refuses a malformed or too long reducer name. */
    public void checkReducer(String reducer) {
        Checks.name("reducer", reducer);
        checkName("reducer", reducer);
    }

    /** Refuses malformed or too long consumer names. */
    public void checkConsumers(Collection<String> consumers) {
        for (String consumer : consumers) {
            Checks.name("consumer", consumer);
            checkName("consumer", consumer);
        }
    }

    /** Refuses an index that is negative or too large (VAL-4). */
    public static void checkIndex(String what, long index) {
        Checks.number(what, index);
    }

    /** Refuses a page size below 1. */
    public static void checkLimit(int limit) {
        Checks.atLeastOne("limit", limit);
    }

    /** Refuses names that are too long. */
    public void check(Served consumers) {
        if (consumers.list() != null) {
            for (ServedConsumer consumer : consumers.list()) {
                checkName("consumer", consumer.name());
                LogOptions log = consumer.log();
                if (log != null) {
                    check(log);
                }
            }
        }
    }

    /** Refuses names that are too long. */
    public void check(LogOptions log) {
        checkName("lane", log.lane());
        if (log.types() != null) {
            log.types().forEach(type -> checkName("event type", type));
        }
    }

    /** Refuses an empty, malformed or too long session id. */
    public void checkSession(String sessionId) {
        Checks.name("session id", sessionId);
        checkName("session id", sessionId);
    }

    /** Refuses a name that is too long; null passes. */
    public void checkName(String what, @Nullable String name) {
        if (name != null && name.length() * 3L > nameBytes) {
            int bytes = Strings.utf8Length(name);
            if (bytes > nameBytes) {
                throw StoreException.invalid(what + " of " + bytes + " bytes is over the limit of " + nameBytes);
            }
        }
    }

    /** Refuses a payload, state or value that is too large. */
    public void checkPayload(String what, int bytes) {
        if (bytes > payloadBytes) {
            throw StoreException.invalid(what + " has " + bytes + " bytes, over the limit of " + payloadBytes
                    + "; keep large data elsewhere and append a reference");
        }
    }

    private void check(Target target) {
        checkName("consumer", target.consumer());
        checkName("lane", target.lane());
    }
}

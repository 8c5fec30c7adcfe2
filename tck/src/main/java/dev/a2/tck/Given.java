package dev.a2.tck;

import dev.a2.codec.Json;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.ServedConsumer;
import dev.a2.store.When;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words that rules are written with. */
final class Given {
    /** How long a claim lasts unless a test says otherwise. */
    static final Duration LEASE = Duration.ofSeconds(1);

    private Given() {}

    /** An event of type {@code t} with a null payload. */
    static NewEvent event(String id) {
        return event(id, "t");
    }

    static NewEvent event(String id, String type) {
        return NewEvent.of(id, type, Json.NULL);
    }

    static NewEvent event(String id, String type, String json) {
        return NewEvent.of(id, type, Json.of(json));
    }

    /** An event whose id the store draws. */
    static NewEvent withoutId() {
        return NewEvent.of(null, "t", Json.NULL);
    }

    /** A log consumer of lane {@code main} that takes every type. */
    static ServedConsumer log(String name) {
        return ServedConsumer.log(name, new LogOptions("main", null, false));
    }

    /** A log consumer of lane {@code main} that takes these types. */
    static ServedConsumer log(String name, String... types) {
        return ServedConsumer.log(name, new LogOptions("main", Set.of(types), false));
    }

    /** The same, but a new cursor starts at the session's beginning. */
    static ServedConsumer backfilled(ServedConsumer consumer) {
        LogOptions log = consumer.log();
        return log == null
                ? consumer
                : ServedConsumer.log(consumer.name(), new LogOptions(log.lane(), log.types(), true));
    }

    /** What must be there. */
    static <T> T there(String what, @Nullable T value) {
        if (value == null) {
            throw new AssertionError(what + " is not there");
        }
        return value;
    }

    static When inMs(long ms) {
        return When.after(Duration.ofMillis(ms));
    }

    /** Names heads shortly: {@code w@1} for an event cursor, {@code q/x@1} for a lane or log. */
    static List<String> refs(Collection<Head> heads) {
        return heads.stream().map(head -> ref(head.ref())).toList();
    }

    static List<String> names(Collection<HeadRef> refs) {
        return refs.stream().map(Given::ref).toList();
    }

    static String ref(HeadRef ref) {
        return ref.consumer() + (ref.lane() == null ? "" : "/" + ref.lane()) + "@" + ref.index();
    }
}

package dev.a2.server.api;

import dev.a2.codec.JsonFields;
import dev.a2.server.http.Problem;
import dev.a2.server.work.ClaimOrder;
import dev.a2.store.LogOptions;
import dev.a2.store.ServedConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What claims ask for, read from their bodies within limits. */
final class ClaimOrders {
    private static final int MOST_CONSUMERS = 100;
    private static final int MOST_TYPES = 1_000;
    private static final int MOST_HEADS = 100;
    private static final int MOST_FAILURES = 1_000_000;
    private static final long LONGEST_WAIT_MS = 30_000;

    private ClaimOrders() {}

    static ClaimOrder read(JsonFields body) {
        ClaimOrder order = new ClaimOrder(
                body.text("holder"),
                consumers(body.optionalArray("consumers")),
                lease(body),
                (int) within(body, "limit", 10, 1, MOST_HEADS),
                maxFailures(body),
                Duration.ofMillis(within(body, "waitMs", 0, 0, LONGEST_WAIT_MS)),
                body.optionalText("session"),
                body.flag("resume", false));
        body.end();
        if (order.resume() && order.session() == null) {
            throw Problem.invalid("the member resume needs a session: what the holder holds is looked up in one");
        }
        return order;
    }

    /** How long claims last. */
    static Duration lease(JsonFields body) {
        return Duration.ofMillis(within(body, "leaseMs", 30_000, 1_000, 3_600_000));
    }

    /** How many failures make a dead letter. */
    static int maxFailures(JsonFields body) {
        return (int) within(body, "maxFailures", 8, 1, MOST_FAILURES);
    }

    static long within(JsonFields body, String name, long otherwise, long least, long most) {
        Long given = body.optionalNumber(name);
        long value = given == null ? otherwise : given;
        if (value < least || value > most) {
            throw Problem.invalid("the member " + name + " must be from " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private static List<ServedConsumer> consumers(@Nullable List<String> elements) {
        if (elements == null || elements.isEmpty() || elements.size() > MOST_CONSUMERS) {
            throw Problem.invalid("the member consumers must name from 1 to " + MOST_CONSUMERS + " consumers");
        }
        List<ServedConsumer> consumers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String element : elements) {
            JsonFields fields = JsonFields.withoutNulls(element);
            String name = fields.text("name");
            consumers.add(new ServedConsumer(name, log(fields.raw("log"))));
            fields.end();
            if (!names.add(name)) {
                throw Problem.invalid("the consumer " + name + " stands twice; name each once");
            }
        }
        return consumers;
    }

    private static @Nullable LogOptions log(@Nullable String text) {
        if (text == null) {
            return null;
        }
        JsonFields fields = JsonFields.withoutNulls(text);
        String lane = fields.optionalText("lane");
        List<String> types = fields.optionalTexts("types");
        boolean backfill = fields.flag("backfill", false);
        fields.end();
        if (types != null && (types.isEmpty() || types.size() > MOST_TYPES)) {
            throw Problem.invalid(
                    "the member types must name from 1 to " + MOST_TYPES + " types, or be left out for all");
        }
        return new LogOptions(lane == null ? "" : lane, types == null ? null : new LinkedHashSet<>(types), backfill);
    }
}

package dev.a2.server.api;

import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.wire.AttemptJson;
import dev.a2.server.wire.EventJson;
import dev.a2.server.wire.NewEventJson;
import dev.a2.server.work.Attempts;
import dev.a2.server.work.BySession;
import dev.a2.server.work.Claim;
import dev.a2.server.work.ClaimOrder;
import dev.a2.server.work.WorkDesk;
import dev.a2.store.Event;
import dev.a2.store.FailResult;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.RenewResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Work for consumers in any language. */
final class WorkApi {
    private static final int MOST_CLAIMS = 1_000;
    private static final long LONGEST_RETRY_MS = 30L * 24 * 3_600_000;

    private final WorkDesk desk;
    private final Attempts attempts;
    private final Supplier<Instant> now;
    private final int mostEvents;

    WorkApi(WorkDesk desk, Supplier<Instant> now, int mostEvents) {
        this.desk = desk;
        this.attempts = desk.attempts();
        this.now = now;
        this.mostEvents = mostEvents;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/work/claim", Right.WORK, this::claim),
                Route.post("/v1/work/renew", Right.WORK, this::renew),
                Route.post("/v1/work/complete", Right.WORK, this::complete),
                Route.post("/v1/work/fail", Right.WORK, this::fail),
                Route.post("/v1/work/release", Right.WORK, this::release));
    }

    private HttpReply claim(Call call) {
        call.allowQuery();
        ClaimOrder order = ClaimOrders.read(call.body());
        Claim claim = desk.claim(order);
        boolean goesOn = false;
        try {
            claim.goOn(ClaimReply.BLANKS, () -> {});
            goesOn = true;
        } finally {
            if (!goesOn) {
                claim.close();
            }
        }
        return HttpReply.stream("application/json", new ClaimReply(desk, claim, order.holder(), now))
                .with("Cache-Control", "no-store");
    }

    private HttpReply renew(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        String holder = body.text("holder");
        Duration lease = ClaimOrders.lease(body);
        List<AttemptJson> claims = claims(body);
        Map<String, RenewResult> sessions =
                BySession.call(claims, (session, refs) -> attempts.renew(session, holder, refs, lease));
        return HttpReply.json(new JsonLine()
                .raw("renewed", heads(sessions, RenewResult::renewed))
                .raw("superseded", heads(sessions, RenewResult::superseded))
                .toString());
    }

    private HttpReply release(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        String holder = body.text("holder");
        List<AttemptJson> claims = claims(body);
        Map<String, List<HeadRef>> sessions =
                BySession.call(claims, (session, refs) -> attempts.release(session, holder, refs));
        return HttpReply.json(new JsonLine()
                .raw("released", heads(sessions, released -> released))
                .toString());
    }

    private static List<AttemptJson> claims(JsonFields body) {
        List<String> elements = body.optionalArray("claims");
        if (elements == null || elements.size() > MOST_CLAIMS) {
            throw Problem.invalid("the member claims must name at most " + MOST_CLAIMS + " claims");
        }
        List<AttemptJson> claims = AttemptJson.readAll(elements);
        body.end();
        return claims;
    }

    private static <T> String heads(Map<String, T> sessions, Function<T, List<HeadRef>> some) {
        return sessions.entrySet().stream()
                .flatMap(session ->
                        some.apply(session.getValue()).stream().map(head -> AttemptJson.head(session.getKey(), head)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private HttpReply complete(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        AttemptJson claim = AttemptJson.read(body);
        List<String> elements = body.optionalArray("events");
        body.end();
        List<NewEvent> events = elements == null ? List.of() : NewEventJson.readAll(elements);
        if (events.size() > mostEvents) {
            throw new Problem(
                    ProblemCode.BATCH_TOO_LARGE, events.size() + " events are over the limit of " + mostEvents);
        }
        List<Event> stored = attempts.complete(claim.sessionId(), claim.attempt(), events);
        return HttpReply.json(
                new JsonLine().raw("events", EventJson.array(stored)).toString());
    }

    private HttpReply fail(Call call) {
        call.allowQuery();
        JsonFields body = call.body();
        AttemptJson claim = AttemptJson.read(body);
        String error = body.text("error");
        int maxFailures = ClaimOrders.maxFailures(body);
        boolean retries = body.flag("retry", true);
        Duration retryAfter = retryAfter(body);
        body.end();
        FailResult result = attempts.fail(
                claim.sessionId(), claim.attempt(), new Attempts.Failure(error, retryAfter, retries ? maxFailures : 1));
        return HttpReply.json(new JsonLine()
                .text("outcome", result.outcome().name().toLowerCase(Locale.ROOT))
                .number("failureCount", result.failureCount())
                .toString());
    }

    private static @Nullable Duration retryAfter(JsonFields body) {
        Long millis = body.optionalNumber("retryAfterMs");
        if (millis == null) {
            return null;
        }
        if (millis < 0 || millis > LONGEST_RETRY_MS) {
            throw Problem.invalid("the member retryAfterMs must be from 0 to " + LONGEST_RETRY_MS + ", not " + millis);
        }
        return Duration.ofMillis(millis);
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import dev.a2.testservers.RestTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What operations cost over HTTP: requests, and commands that a service bills. The page on it says the same. */
final class RestCostsTest {
    private static final Path PAGE = Path.of("../../docs/how-to/redis-over-http.md");
    private static final When LEASE = When.after(Duration.ofMinutes(1));

    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> rows = new ArrayList<>();

    @Test
    void pageTellsWhatOperationsCost() throws IOException {
        try (RestBridge bridge = RestBridge.start(Reach.DECLARED);
                SessionStore store = RedisStore.open(RedisOptions.of(bridge.url()));
                Watching watching = new Watching(bridge.servers().get(0))) {
            bridge.meets(this::count);
            exercise(store, "once", (what, run) -> run.run()); // all scripts are known then
            exercise(store, "s", (what, run) -> rows.add(row(watching, what, run)));
        }
        assertThat(Files.readString(PAGE))
                .as("the page has the rows %s", String.join("\n", rows))
                .contains(String.join("\n", rows) + "\n");
    }

    /** Hints for other processes go out beside the calls, many at once. */
    private RestTrouble count(String request) {
        if (!request.contains("[\"PUBLISH\",\"a2:x:work\"")) {
            requests.incrementAndGet();
        }
        return RestTrouble.NONE;
    }

    private String row(Watching watching, String what, Runnable run) {
        requests.set(0);
        List<Watching.Seen> seen = watching.during(run).stream()
                .filter(call -> !call.key().equals("a2:x:work"))
                .toList();
        return "| " + what + " | " + requests.get() + " | " + seen.size() + " |";
    }

    private interface Step {
        void take(String what, Runnable run);
    }

    private static void exercise(SessionStore store, String session, Step step) {
        step.take("append an event that nobody handles", () -> store.append(append(session, "a")));
        step.take("append an event for one consumer", () -> store.append(append(session, "b", Target.each("w"))));
        step.take(
                "append one for two consumers",
                () -> store.append(append(session, "c", Target.each("v"), Target.each("w"))));
        step.take("claim what one consumer has", () -> claim(store, session, "w"));
        List<AttemptRef> attempts = new ArrayList<>(claim(store, session, "w"));
        step.take(
                "renew a claim",
                () -> store.renewClaims(new RenewRequest(session, "h", List.of(attempts.get(0)), LEASE)));
        step.take("complete an attempt", () -> store.completeAttempt(CompleteRequest.of(session, attempts.get(0))));
        step.take(
                "complete one that returns an event",
                () -> store.completeAttempt(
                        CompleteRequest.of(session, attempts.get(1), NewEvent.of("r", "t", Json.NULL))));
        List<AttemptRef> last = claim(store, session, "v");
        step.take(
                "fail an attempt", () -> store.failAttempt(new FailRequest(session, last.get(0), "it broke", 5, null)));
        step.take("read a page of events", () -> store.readFeedPage(session, 0));
        step.take("look at a session's bounds", () -> store.bounds(session));
    }

    private static AppendRequest append(String session, String id, Target... targets) {
        return AppendRequest.of(session, NewEvent.of(id, "t", Json.NULL).to(targets));
    }

    private static List<AttemptRef> claim(SessionStore store, String session, String consumer) {
        ClaimResult result = store.claimAvailable(ClaimRequest.of(session, "h", LEASE)
                .serving(Served.named(consumer))
                .resume(true));
        return ((ClaimResult.Claimed) result)
                .heads().stream().map(head -> head.attempt()).toList();
    }
}

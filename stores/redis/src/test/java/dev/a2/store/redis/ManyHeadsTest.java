package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.WorkMark;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A session with thousands of heads: no script looks at all of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ManyHeadsTest {
    private static final int MANY = 6_000;
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterAll
    void stop() {
        server.close();
    }

    private SessionStore open(String prefix) {
        return RedisStore.open(RedisOptions.of(server.url()).prefix(prefix).clock(() -> NOW));
    }

    private static void give(SessionStore store, String consumer, int count) {
        for (int from = 0; from < count; from += 1_000) {
            store.append(AppendRequest.of(
                    "s",
                    IntStream.range(from, Math.min(count, from + 1_000))
                            .mapToObj(i ->
                                    NewEvent.of(consumer + i, "t", Json.of("1")).to(Target.each(consumer)))
                            .toArray(NewEvent[]::new)));
        }
    }

    /** Heads are read by range. */
    private static void readsPagesOnly(List<Watching.Seen> seen) {
        assertThat(seen)
                .filteredOn(call -> call.name().contains("BYSCORE"))
                .isNotEmpty()
                .allMatch(call -> {
                    int limit = call.words().indexOf("LIMIT");
                    return limit > 0 && call.words().get(limit + 1).equals("0");
                });
        assertThat(seen).noneMatch(call -> call.words().contains("-1"));
    }

    @Test
    void pendingWorkIsFoundBehindThatOfOthers() {
        try (SessionStore store = open("pending");
                Watching watching = new Watching(server)) {
            give(store, "u", 2_000);
            give(store, "w", 1);
            give(store, "v", MANY);
            NewEvent more = NewEvent.of("more", "t", Json.of("1"));

            readsPagesOnly(watching.during(() -> {
                assertThat(store.append(AppendRequest.of("s", more).serving(Served.named("w")))
                                .hasPending())
                        .isTrue();
                assertThat(store.append(AppendRequest.of("s").serving(Served.named("w")))
                                .hasPending())
                        .isTrue();
                assertThat(store.append(AppendRequest.of("s", more).serving(Served.named("nobody")))
                                .hasPending())
                        .isFalse();
            }));
            assertThat(store.redrive(new RedriveRequest("s", "w", 7, RedriveRequest.Action.RETRY, Served.named("w")))
                            .hasPending())
                    .isTrue();
        }
    }

    private static ClaimRequest claim(String consumer, Duration lease) {
        return ClaimRequest.of("s", "h", When.after(lease)).serving(Served.named(consumer));
    }

    @Test
    void limitedClaimLooksPastHeldHeadsInShortScripts() {
        try (SessionStore store = open("claim");
                Watching watching = new Watching(server)) {
            give(store, "v", 1);
            give(store, "u", MANY);
            store.claimAvailable(claim("v", Duration.ofMinutes(1)));
            store.claimAvailable(claim("u", Duration.ofHours(1)));
            ClaimRequest any =
                    ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))).limit(2);

            assertThat(callsOfEachScript(watching.during(() -> assertThat(store.claimAvailable(any))
                            .isEqualTo(new ClaimResult.Busy(NOW.plusSeconds(60))))))
                    .hasSizeGreaterThan(2)
                    .allMatch(calls -> calls < 60);
            assertThat(store.claimAvailable(any.serving(Served.named("w")))).isEqualTo(new ClaimResult.Settled());

            give(store, "w", 1);
            ClaimResult.Claimed found = (ClaimResult.Claimed) store.claimAvailable(any);
            assertThat(found.heads()).extracting(Head::consumer).containsExactly("w");
        }
    }

    /** How many calls each script made. */
    private static List<Integer> callsOfEachScript(List<Watching.Seen> seen) {
        List<Integer> calls = new ArrayList<>();
        for (Watching.Seen call : seen) {
            if (call.inside()) {
                calls.set(calls.size() - 1, calls.get(calls.size() - 1) + 1);
            } else {
                calls.add(0);
            }
        }
        return calls;
    }

    @Test
    void deadLettersAreListedInPages() {
        try (SessionStore store = open("dead");
                Watching watching = new Watching(server)) {
            give(store, "w", 1_000);
            ClaimResult.Claimed claimed = (ClaimResult.Claimed)
                    store.claimAvailable(ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))));
            claimed.heads().forEach(head -> store.failAttempt(new FailRequest("s", head.attempt(), "no", 1, null)));

            readsPagesOnly(watching.during(() -> assertThat(store.deadLetters("s"))
                    .extracting(head -> head.event().index())
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 1_000)
                            .mapToObj(Long::valueOf)
                            .toList())));
        }
    }

    @Test
    void markThatTooManyHeadsDecideIsLookedAtAgainSoon() {
        try (SessionStore store = open("mark");
                Watching watching = new Watching(server)) {
            give(store, "v", MANY);
            give(store, "w", 1);

            List<Watching.Seen> seen = watching.during(() -> store.refreshWork("s", Set.of("v", "w", "u")));

            assertThat(seen)
                    .filteredOn(call -> call.name().equals("ZRANGEBYSCORE"))
                    .hasSizeLessThan(50);
            assertThat(store.listWork(null, 10))
                    .extracting(WorkMark::consumer, WorkMark::dueAt)
                    .containsExactly(tuple("u", NOW.plusSeconds(1)), tuple("v", NOW), tuple("w", NOW.plusSeconds(1)));
        }
    }
}

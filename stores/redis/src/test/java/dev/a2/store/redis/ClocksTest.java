package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.RenewRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** Whose clock counts (F40), and what happens when it jumps (F39). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClocksTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    /** On the server's clock. */
    private final SessionStore real = RedisStore.open(RedisOptions.of(server.url()));
    /** On one that can jump; scripts use either alike. */
    private final SessionStore store =
            RedisStore.open(RedisOptions.of(server.url()).prefix("jumps").clock(() -> Instant.ofEpochMilli(now.get())));

    @AfterAll
    void stop() {
        real.close();
        store.close();
        server.close();
    }

    private void jump(Duration by) {
        now.addAndGet(by.toMillis());
    }

    private static void append(SessionStore store, String session) {
        store.append(AppendRequest.of(session, NewEvent.of("a", "t", Json.NULL).to(each("w"))));
    }

    private static ClaimResult claim(SessionStore store, String session, String holder) {
        return store.claimAvailable(ClaimRequest.of(session, holder, When.after(LEASE)));
    }

    private static Head claimed(SessionStore store, String session, String holder) {
        List<Head> heads = ((ClaimResult.Claimed) claim(store, session, holder)).heads();
        assertThat(heads).hasSize(1);
        return heads.get(0);
    }

    private static CompleteResult complete(SessionStore store, String session, Head head, String id) {
        return store.completeAttempt(CompleteRequest.of(session, head.attempt(), NewEvent.of(id, "t", Json.NULL)));
    }

    private Instant serverTime() {
        try (Jedis jedis = server.jedis()) {
            List<String> time = jedis.time();
            return Instant.ofEpochMilli(Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000);
        }
    }

    /** F40: no worker's clock has a say; leases and retries last as long as they are said to, on the server's clock. */
    @Test
    void momentsAreTheServersToTheMillisecond() {
        Instant before = serverTime();
        append(real, "moments");
        Head head = claimed(real, "moments", "h");
        real.failAttempt(new FailRequest("moments", head.attempt(), "no", 9, When.after(LEASE)));
        Instant after = serverTime();

        assertThat(head.event().createdAt()).isBetween(before, after);
        Instant claimedAt = Objects.requireNonNull(head.dispatch().lastClaimedAt());
        assertThat(claimedAt).isBetween(before, after);
        assertThat(head.dispatch().claimExpiresAt()).isEqualTo(claimedAt.plus(LEASE));
        ClaimResult.Busy busy = (ClaimResult.Busy) claim(real, "moments", "h");
        assertThat(busy.retryAt()).isBetween(before.plus(LEASE), after.plus(LEASE));
    }

    /** F39: all leases lapse at once, and whoever held one is too late. */
    @Test
    void clockThatJumpsForwardCostsLeasesAndNothingElse() {
        append(store, "forward");
        Head first = claimed(store, "forward", "h1");

        jump(HOUR);
        Head second = claimed(store, "forward", "h2");

        assertThat(second.attempt().attempt()).isEqualTo(2);
        assertThat(complete(store, "forward", first, "r1")).isInstanceOf(CompleteResult.Superseded.class);
        assertThat(complete(store, "forward", second, "r2")).isInstanceOf(CompleteResult.Completed.class);
        assertThat(store.read("forward", 0, null)).extracting(Event::id).containsExactly("a", "r2");
        assertThat(store.verify("forward")).isEmpty();
    }

    /** F39: who holds a head goes on, and his next renewal counts from the new time. */
    @Test
    void clockThatJumpsBackRobsNobodyAndARenewalSetsItRight() {
        append(store, "back");
        Head head = claimed(store, "back", "h1");

        jump(HOUR.negated());
        assertThat(claim(store, "back", "h2")).isInstanceOf(ClaimResult.Busy.class);
        store.renewClaims(new RenewRequest("back", "h1", List.of(head.attempt()), When.after(LEASE)));
        ClaimResult.Busy busy = (ClaimResult.Busy) claim(store, "back", "h2");
        assertThat(busy.retryAt()).isEqualTo(Instant.ofEpochMilli(now.get()).plus(LEASE));

        jump(LEASE);
        Head second = claimed(store, "back", "h2");
        assertThat(complete(store, "back", head, "r1")).isInstanceOf(CompleteResult.Superseded.class);
        assertThat(complete(store, "back", second, "r2")).isInstanceOf(CompleteResult.Completed.class);
        append(store, "back2");
        assertThat(complete(store, "back2", claimed(store, "back2", "h1"), "r")).isNotNull();
        assertThat(store.verify("back")).isEmpty();
    }
}

package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** F02: what a server carries out long after its caller gave up. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ZombiesTest {
    private static final Pattern RUN = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final Proxy proxy = new Proxy(server.port());
    /** Behind the proxy, and soon out of patience. */
    private final SessionStore slow = RedisStore.open(options(proxy.port())
            .timeouts(
                    new RedisOptions.Timeouts(Duration.ofSeconds(2), Duration.ofMillis(150), Duration.ofSeconds(10))));

    private final SessionStore other = RedisStore.open(options(server.port()));

    private RedisOptions options(int port) {
        return RedisOptions.of("127.0.0.1", port).lanes(1).clock(() -> Instant.ofEpochMilli(now.get()));
    }

    @AfterAll
    void stop() {
        proxy.mode(Proxy.Mode.PASS);
        slow.close();
        other.close();
        proxy.close();
        server.close();
    }

    /** A late script that the server does not know does nothing. */
    @BeforeAll
    void loadScripts() {
        try (Jedis jedis = server.jedis()) {
            for (Script script : Script.values()) {
                jedis.scriptLoad(script.text(Script.Form.PLAIN));
            }
        }
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    private List<Head> claim(SessionStore store, String session, String holder) {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of(session, holder, When.after(LEASE)).resume(true));
        return result instanceof ClaimResult.Claimed claimed ? claimed.heads() : List.of();
    }

    private void givesUp(Runnable call) {
        StoreException e = catchThrowableOfType(StoreException.class, call::run);
        assertThat(e).isNotNull();
        assertThat(e.effect()).isEqualTo(Effect.UNKNOWN);
    }

    /** The caller gives up on a call, and the server gets it after {@code meanwhile}. */
    private void late(Runnable call, Runnable meanwhile) {
        Eventually.holds("the store looked after what a broken connection may have lost", () -> isConnected(slow));
        proxy.mode(Proxy.Mode.HOLD_REQUESTS);
        givesUp(call);
        meanwhile.run();
        long before = scripts();
        proxy.mode(Proxy.Mode.PASS);
        Eventually.holds("the server ran it", () -> scripts() > before);
    }

    private static boolean isConnected(SessionStore store) {
        try {
            store.bounds("unknown");
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private long scripts() {
        try (Jedis jedis = server.jedis()) {
            Matcher run = RUN.matcher(jedis.info("commandstats"));
            return run.find() ? Long.parseLong(run.group(1)) : 0;
        }
    }

    @Test
    void appendThatComesAfterItsRetryAddsNothing() {
        other.append(AppendRequest.of("append", event("a")));

        late(
                () -> slow.append(AppendRequest.of("append", event("b"))),
                () -> other.append(AppendRequest.of("append", event("b"))));

        assertThat(other.read("append", 0, null)).extracting(Event::id).containsExactly("a", "b");
        assertThat(other.verify("append")).isEmpty();
    }

    @Test
    void appendThatComesBeforeItsRetryIsFoundByIt() {
        other.append(AppendRequest.of("early", event("a")));

        late(() -> slow.append(AppendRequest.of("early", event("b"))), () -> {});

        assertThat(other.append(AppendRequest.of("early", event("b"))).events())
                .extracting(Event::index)
                .containsExactly(2L);
        assertThat(other.read("early", 0, null)).hasSize(2);
    }

    @Test
    void claimOfACallerWhoGaveUpCostsOneAttemptAndOneLease() {
        other.append(AppendRequest.of("claim", event("a").to(each("w"))));

        late(() -> claim(slow, "claim", "gone"), () -> {});

        assertThat(claim(other, "claim", "h")).isEmpty();
        now.addAndGet(LEASE.toMillis());
        assertThat(claim(other, "claim", "h"))
                .extracting(head -> head.dispatch().attemptCount())
                .containsExactly(2);
    }

    @Test
    void completionThatComesAfterTheNextAttemptBeganIsRefused() {
        other.append(AppendRequest.of("settle", event("a").to(each("w"))));
        Head first = claim(other, "settle", "h").get(0);
        List<Head> second = new ArrayList<>();

        late(() -> slow.completeAttempt(CompleteRequest.of("settle", first.attempt(), event("r1"))), () -> {
            now.addAndGet(LEASE.toMillis());
            second.addAll(claim(other, "settle", "h2"));
        });

        assertThat(other.read("settle", 0, null)).extracting(Event::id).containsExactly("a");
        other.completeAttempt(CompleteRequest.of("settle", second.get(0).attempt(), event("r2")));
        assertThat(other.read("settle", 0, null)).extracting(Event::id).containsExactly("a", "r2");
        assertThat(other.completeAttempt(CompleteRequest.of("settle", first.attempt(), event("r1"))))
                .isInstanceOf(CompleteResult.Superseded.class);
    }

    /** The request waits in the socket of a process that stands still. */
    @Test
    void stoppedServerCarriesOutWhatItWasSent() {
        other.append(AppendRequest.of("stopped", event("a").to(each("w"))));
        Head head = claim(other, "stopped", "h").get(0);
        CompleteRequest request = CompleteRequest.of("stopped", head.attempt(), event("r"));
        Eventually.holds("the store is at work", () -> isConnected(slow));

        server.signal("STOP");
        try {
            givesUp(() -> slow.completeAttempt(request));
        } finally {
            server.signal("CONT");
        }

        assertThat(other.completeAttempt(request)).isNotNull();
        assertThat(other.read("stopped", 0, null)).extracting(Event::id).containsExactly("a", "r");
        assertThat(other.verify("stopped")).isEmpty();
    }
}

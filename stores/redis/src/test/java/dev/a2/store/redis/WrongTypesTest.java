package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** F10: a script that meets a key of a wrong type fails, and nothing else changes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WrongTypesTest {
    private static final String SESSION = "s";
    private static final When SOON = When.after(Duration.ofMinutes(1));
    private static final Served LOGS =
            Served.of(ServedConsumer.log("g", new LogOptions("main", Set.of("t"), false)), ServedConsumer.of("w"));

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterAll
    void stop() {
        server.close();
    }

    private static Map<String, Consumer<SessionStore>> operations(List<Head> heads) {
        Head event = heads.get(0);
        Map<String, Consumer<SessionStore>> operations = new LinkedHashMap<>();
        operations.put(
                "append", s -> s.append(AppendRequest.of(SESSION, event("n").to(each("w")))));
        operations.put(
                "append to a lane and a log",
                s -> s.append(AppendRequest.of(SESSION, event("n").to(lane("q", "x"), lane("q", "new")))
                        .serving(LOGS)));
        operations.put("claim", s -> s.claimAvailable(ClaimRequest.of(SESSION, "h2", SOON)));
        operations.put("renew", s -> s.renewClaims(new RenewRequest(SESSION, "h", List.of(event.attempt()), SOON)));
        operations.put("complete", s -> s.completeAttempt(CompleteRequest.of(SESSION, event.attempt())));
        operations.put(
                "complete with an event",
                s -> s.completeAttempt(
                        CompleteRequest.of(SESSION, event.attempt(), event("r").to(each("w")))));
        operations.put("fail", s -> s.failAttempt(new FailRequest(SESSION, event.attempt(), "no", 9, null)));
        operations.put("bury", s -> s.failAttempt(new FailRequest(SESSION, event.attempt(), "no", 1, null)));
        operations.put("redrive", s -> s.redrive(RedriveRequest.of(SESSION, "dead", 1, RedriveRequest.Action.RETRY)));
        operations.put("clear", s -> s.clear(ClearRequest.of(SESSION)));
        operations.put(
                "snapshot",
                s -> s.putSnapshots(
                        SESSION, "r", List.of(new SnapshotWrite(2, Json.of("2"), Set.of(new HeadRef("w", null, 1))))));
        return operations;
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    @TestFactory
    Stream<DynamicTest> wrongTypeChangesNothing() {
        List<String> keys = List.of(
                "log",
                "cursors",
                "runnable",
                "heads:0",
                "pins",
                "type:74",
                "snap:r",
                "snap-history:r",
                "count",
                "clear",
                "typed",
                "id:n");
        return operations(furnished()).keySet().stream()
                .flatMap(operation -> keys.stream()
                        .map(key -> DynamicTest.dynamicTest(operation + ", " + key, () -> check(operation, key))));
    }

    /** A session with something under every key, and the claimed heads. */
    private List<Head> furnished() {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
        }
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()))) {
            store.append(AppendRequest.of(
                            SESSION,
                            event("a").to(each("w"), lane("q", "x"), each("dead")),
                            event("b").to(each("w")))
                    .serving(LOGS));
            store.putSnapshots(
                    SESSION, "r", List.of(new SnapshotWrite(1, Json.of("1"), Set.of(new HeadRef("w", null, 1)))));
            ClaimResult.Claimed claimed = (ClaimResult.Claimed) store.claimAvailable(
                    ClaimRequest.of(SESSION, "h", SOON).through(1L).serving(Served.named("w", "q", "dead")));
            for (Head head : claimed.heads()) {
                if (head.consumer().equals("dead")) {
                    store.failAttempt(new FailRequest(SESSION, head.attempt(), "no", 1, null));
                }
            }
            return claimed.heads().stream()
                    .filter(head -> head.consumer().equals("w"))
                    .toList();
        }
    }

    private void check(String operation, String name) {
        Consumer<SessionStore> action =
                Objects.requireNonNull(operations(furnished()).get(operation));
        byte[] key = new Keys("a2").session(SESSION).of(name);
        try (Jedis jedis = server.jedis();
                SessionStore store = RedisStore.open(RedisOptions.of(server.url()))) {
            jedis.del(key);
            boolean string = Set.of("count", "clear", "typed", "id:n", "snap:r").contains(name);
            if (string) {
                jedis.lpush(key, Command.bytes("wrong"));
            } else {
                jedis.set(key, Command.bytes("wrong"));
            }
            Map<String, byte[]> before = dump(jedis, key);

            boolean failed = false;
            try {
                action.accept(store);
            } catch (StoreException e) {
                failed = true;
            }

            if (failed) {
                Map<String, byte[]> after = dump(jedis, key);
                assertThat(after.keySet()).isEqualTo(before.keySet());
                after.forEach((other, bytes) -> assertThat(Arrays.equals(bytes, before.get(other)))
                        .as(other)
                        .isTrue());
            } else {
                assertThat(string || !touches(operation, name)).as("it fails").isTrue();
            }
        }
    }

    /** Whether an operation has to do with a key at all. */
    private static boolean touches(String operation, String name) {
        return switch (operation) {
            case "append" -> Set.of("log", "runnable").contains(name);
            case "claim" -> Set.of("log", "runnable", "heads:0").contains(name);
            case "complete", "bury" -> Set.of("runnable", "heads:0").contains(name);
            case "renew", "fail" -> name.equals("heads:0");
            case "clear" -> name.equals("log");
            default -> false;
        };
    }

    /** All keys of the session but one, as the server dumps them. */
    private static Map<String, byte[]> dump(Jedis jedis, byte[] except) {
        Map<String, byte[]> keys = new HashMap<>();
        for (byte[] key : jedis.keys(Command.bytes("a2:{*"))) {
            if (!Arrays.equals(key, except)) {
                keys.put(new String(key, StandardCharsets.UTF_8), jedis.dump(key));
            }
        }
        return keys;
    }
}

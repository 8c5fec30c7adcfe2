package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.replay.Operations;
import dev.a2.store.AppendRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/**
 * Each operation makes at most as many calls as the other implementation: sent and made by scripts together. Marks of the work
 * index, which it does not have, are counted apart.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CommandBudgets {
    /** A step of a case, or what it measures. */
    record Step(String op, Map<String, Object> args) {}

    /** A line of {@code command-counts.json}. */
    record Case(
            String name,
            List<Step> setup,
            String op,
            Map<String, Object> args,
            @Nullable Map<String, Object> error,
            Map<String, Integer> client,
            Map<String, Integer> inside,
            int insideTotal) {
        int budget() {
            return client.values().stream().mapToInt(Integer::intValue).sum() + insideTotal;
        }
    }

    private final TestServers servers;
    private final RedisServer server;
    private final Script.Form form;
    private final JacksonCodec codec = new JacksonCodec();

    CommandBudgets(TestServers servers, Script.Form form) {
        this.servers = servers;
        this.server = servers.servers().get(0);
        this.form = form;
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @TestFactory
    Stream<DynamicTest> callsStayWithinTheBudget() {
        return Stream.of(cases()).map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
    }

    private void check(Case one) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
        }
        AtomicLong ids = new AtomicLong();
        AtomicLong now = new AtomicLong(1_700_000_000_000L);
        RedisOptions options = RedisOptions.of(servers.url())
                .prefix("vec")
                .clock(() -> Instant.ofEpochMilli(now.get()))
                .ids(() -> "g" + ids.incrementAndGet());
        try (SessionStore store = RedisStore.open(options);
                Watching watching = new Watching(server)) {
            store.append(AppendRequest.of("warm", List.of()));
            one.setup().forEach(step -> run(store, now, step, false));
            loadScripts();

            List<Watching.Seen> seen =
                    watching.during(() -> run(store, now, new Step(one.op(), one.args()), one.error() != null));

            List<Watching.Seen> marks = seen.stream()
                    .filter(call -> call.key().startsWith("vec:x:"))
                    .toList();
            assertThat(seen.size() - marks.size()).as("calls: %s", seen).isLessThanOrEqualTo(one.budget());
            assertThat(marks).as("a mark and its consumer's first one").hasSizeLessThanOrEqualTo(8);
            assertThat(seen)
                    .as("I14")
                    .filteredOn(call -> call.inside()
                            && !marks.contains(call)
                            && !call.name().equals("PUBLISH"))
                    .allMatch(call -> call.key().startsWith("vec:{\\\"s\\\"}:"));
        }
    }

    private void loadScripts() {
        try (Jedis jedis = server.jedis()) {
            for (Script script : Script.values()) {
                jedis.scriptLoad(script.text(form));
            }
        }
    }

    private void run(SessionStore store, AtomicLong now, Step step, boolean fails) {
        if (step.op().equals("setNow")) {
            now.set(((Number) Objects.requireNonNull(step.args().get("now"))).longValue());
            return;
        }
        try {
            Operations.run(store, step.op(), codec.encode(step.args()).text());
        } catch (StoreException e) {
            assertThat(fails).as(e.toString()).isTrue();
        }
    }

    private Case[] cases() {
        try (InputStream in = CommandBudgets.class.getResourceAsStream("command-counts.json")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return (Case[]) codec.decode(Json.of(text.replace("\"case\":", "\"name\":")), Case[].class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

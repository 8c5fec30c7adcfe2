package dev.a2.store.redis;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * Prints how long the server takes for a script, beside a bare script that makes the same calls: a program to run by hand. Both run
 * on one server, in turn, so the ratios mean something and the times little.
 */
final class ScriptTimes {
    private static final int SESSIONS = 1_000;
    private static final int ROUNDS = 20;
    private static final Pattern TIME = Pattern.compile("cmdstat_evalsha:.*usec_per_call=([0-9.]+)");

    /** The calls of an append with one target. */
    private static final String BARE_APPEND = """
            local b = string.sub(KEYS[1], 1, -6)
            local v = redis.call('MGET', KEYS[1], b..'clear', b..'id:'..ARGV[1])
            local i = (tonumber(v[1]) or 0) + 1
            redis.call('XADD', b..'log', i..'-0', 'id', ARGV[1], 'type', 't', 'payload', ARGV[2], 'created_at', ARGV[3], 'cause', '')
            redis.call('MSET', KEYS[1], i, b..'id:'..ARGV[1], i)
            redis.call('ZADD', b..'runnable', i, '1:w#'..i)
            return i
            """;

    /** The calls of a claim of one head. */
    private static final String BARE_CLAIM = """
            local b = string.sub(KEYS[1], 1, -6)
            local m = redis.call('ZRANGEBYSCORE', b..'runnable', 1, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
            local v = redis.call('MGET', KEYS[1], b..'clear')
            local i = m[2]
            local p = i..':1:w#:'
            redis.call('HMGET', b..'heads:0', p..'d', p..'fc', p..'ch', p..'ce', p..'a')
            local e = redis.call('XRANGE', b..'log', i, i)
            redis.call('HSET', b..'heads:0', p..'d', 1, p..'fc', ARGV[1], p..'lc', ARGV[1], p..'ch', 'h', p..'ce', ARGV[2], p..'l', '#')
            return e
            """;

    /** The calls of a completion of an event's head. */
    private static final String BARE_COMPLETE = """
            local b = string.sub(KEYS[1], 1, -6)
            local v = redis.call('MGET', KEYS[1], b..'clear')
            local i = ARGV[1]
            local p = i..':1:w#:'
            redis.call('HMGET', b..'heads:0', p..'d', p..'ch', p..'f', p..'p', p..'l', p..'pins')
            redis.call('HSET', b..'heads:0', p..'p', ARGV[2], p..'pa', 1, p..'ri', '[]')
            redis.call('ZREM', b..'runnable', '1:w#'..i)
            return i
            """;

    private ScriptTimes() {}

    /** Runs all of it; the argument is how often. */
    public static void main(String[] arguments) {
        int times = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
        try (RedisServer server = RedisServer.start(RedisServer.Version.SEVEN)) {
            for (int i = 0; i < times; i++) {
                List<Double> ours = ours(server);
                List<Double> bare = bare(server);
                String[] names = {"append", "claim", "complete"};
                for (int n = 0; n < names.length; n++) {
                    System.out.printf(
                            "%-9s %6.2f us, bare %6.2f us, ratio %.2f%n",
                            names[n], ours.get(n), bare.get(n), bare.get(n) / ours.get(n));
                }
            }
        }
    }

    private static List<Double> ours(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
        }
        Instant now = Instant.ofEpochMilli(1_700_000_000_000L);
        try (SessionStore store = RedisStore.open(server.options().clock(() -> now))) {
            Json payload = Json.string("x".repeat(200));
            double append = measured(
                    server,
                    n -> store.append(AppendRequest.of(
                                    session(n),
                                    NewEvent.of("e" + n, "t", payload).to(Target.each("w")))
                            .serving(Served.named("w"))));
            double claim = measured(
                    server,
                    n -> store.claimAvailable(ClaimRequest.of(session(n), "h", When.after(Duration.ofMinutes(1)))
                            .serving(Served.named("w"))
                            .limit(1)));
            double complete = measured(
                    server,
                    n -> store.completeAttempt(
                            CompleteRequest.of(session(n), new AttemptRef("w", null, n / SESSIONS + 1, 1))));
            return List.of(append, claim, complete);
        }
    }

    private static String session(int n) {
        return "s" + n % SESSIONS;
    }

    private static List<Double> bare(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
            String payload = "\"" + "x".repeat(200) + "\"";
            return List.of(
                    bare(server, jedis, BARE_APPEND, n -> List.of("e" + n, payload, "1700000000000")),
                    bare(server, jedis, BARE_CLAIM, n -> List.of("1700000000000", "1700000060000")),
                    bare(server, jedis, BARE_COMPLETE, n -> List.of("" + (n / SESSIONS + 1), "1700000000000")));
        }
    }

    private static double bare(RedisServer server, Jedis jedis, String script, IntFunction<List<String>> arguments) {
        String digest = jedis.scriptLoad(script);
        List<String> keys = new ArrayList<>();
        for (int n = 0; n < SESSIONS; n++) {
            keys.add("a2:{\"" + session(n) + "\"}:count");
        }
        return measured(server, n -> {
            try (Pipeline pipeline = jedis.pipelined()) {
                pipeline.evalsha(digest, List.of(keys.get(n % SESSIONS)), arguments.apply(n));
            }
        });
    }

    private static double measured(RedisServer server, IntConsumer action) {
        try (Jedis jedis = server.jedis()) {
            jedis.configResetStat();
            for (int n = 0; n < SESSIONS * ROUNDS; n++) {
                action.accept(n);
            }
            Matcher time = TIME.matcher(jedis.info("commandstats"));
            if (!time.find()) {
                throw new IllegalStateException("no script ran");
            }
            return Double.parseDouble(time.group(1));
        }
    }
}

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
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

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
        String[] names = {"append", "claim", "complete"};
        try (RedisServer server = RedisServer.start(RedisServer.Version.SEVEN)) {
            for (int i = 0; i < times; i++) {
                double[] ours = ours(server);
                double[] bare = bare(server);
                for (int n = 0; n < names.length; n++) {
                    System.out.printf(
                            "%-9s %6.2f us, bare %6.2f us, ratio %.2f%n",
                            names[n], ours[n], bare[n], bare[n] / ours[n]);
                }
            }
        }
    }

    private static double[] ours(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
        }
        Instant now = Instant.ofEpochMilli(1_700_000_000_000L);
        Json payload = Json.string("x".repeat(200));
        try (SessionStore store = RedisStore.open(server.options().clock(() -> now))) {
            return measured(
                    server,
                    n -> store.append(AppendRequest.of(
                                    session(n),
                                    NewEvent.of("e" + n, "t", payload).to(Target.each("w")))
                            .serving(Served.named("w"))),
                    n -> store.claimAvailable(ClaimRequest.of(session(n), "h", When.after(Duration.ofMinutes(1)))
                            .serving(Served.named("w"))
                            .limit(1)),
                    n -> store.completeAttempt(
                            CompleteRequest.of(session(n), new AttemptRef("w", null, n / SESSIONS + 1, 1))));
        }
    }

    private static String session(int n) {
        return "s" + n % SESSIONS;
    }

    private static double[] bare(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
            String payload = "\"" + "x".repeat(200) + "\"";
            return measured(
                    server,
                    bare(jedis, BARE_APPEND, n -> List.of("e" + n, payload, "1700000000000")),
                    bare(jedis, BARE_CLAIM, n -> List.of("1700000000000", "1700000060000")),
                    bare(jedis, BARE_COMPLETE, n -> List.of("" + (n / SESSIONS + 1), "1700000000000")));
        }
    }

    private static IntConsumer bare(Jedis jedis, String script, IntFunction<List<String>> arguments) {
        String digest = jedis.scriptLoad(script);
        return n -> jedis.evalsha(digest, List.of("a2:{\"" + session(n) + "\"}:count"), arguments.apply(n));
    }

    /** Microseconds of a call of each; every session is appended to, claimed from and completed in turn. */
    private static double[] measured(RedisServer server, IntConsumer... actions) {
        double[] sums = new double[actions.length];
        try (Jedis jedis = server.jedis()) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int action = 0; action < actions.length; action++) {
                    jedis.configResetStat();
                    for (int n = round * SESSIONS; n < (round + 1) * SESSIONS; n++) {
                        actions[action].accept(n);
                    }
                    Matcher time = TIME.matcher(jedis.info("commandstats"));
                    if (!time.find()) {
                        throw new IllegalStateException("no script ran");
                    }
                    sums[action] += Double.parseDouble(time.group(1)) / ROUNDS;
                }
            }
        }
        return sums;
    }
}

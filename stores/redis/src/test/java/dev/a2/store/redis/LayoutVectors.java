package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.fail;

import dev.a2.codec.Strings;
import dev.a2.replay.LayoutProbe;
import dev.a2.replay.ReplayReport;
import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.resps.StreamEntry;
import redis.clients.jedis.resps.Tuple;

/** The keys and messages of another implementation, to the byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LayoutVectors {
    private static final Collector<CharSequence, ?, String> LIST = Collectors.joining(",", "[", "]");

    private final TestServers servers;
    private final RedisServer server;

    LayoutVectors(TestServers servers) {
        this.servers = servers;
        this.server = servers.servers().get(0);
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @TestFactory
    Stream<DynamicTest> keysAndMessagesAreTheSame() {
        return text("index.txt")
                .lines()
                .filter(file -> file.startsWith("layout/"))
                .map(file -> DynamicTest.dynamicTest(file, () -> replay(file)));
    }

    private void replay(String file) {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
        }
        Replayer replayer = new Replayer(
                (clock, ids) -> RedisStore.open(RedisOptions.of(servers.url())
                        .prefix("vec")
                        .source("oracle")
                        .clock(clock)
                        .ids(ids)),
                Probe::new);
        ReplayReport report = replayer.replay(Trace.parse(file, text(file)));
        report.difference().ifPresent(difference -> fail(difference));
    }

    private static String text(String file) {
        try (InputStream in = StoreTck.class.getResourceAsStream("vectors/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Probe implements LayoutProbe {
        private static final String SENTINEL = "vec:sentinel";
        /** Beyond the layout. */
        private static final String BEYOND = "vec:x:";

        private final Jedis subscriber = server.jedis();
        private final Jedis jedis = server.jedis();
        private final LinkedBlockingQueue<List<String>> heard = new LinkedBlockingQueue<>();

        Probe(SessionStore store) {
            LinkedBlockingQueue<Boolean> subscribed = new LinkedBlockingQueue<>();
            JedisPubSub listening = new JedisPubSub() {
                @Override
                public void onPSubscribe(String pattern, int count) {
                    subscribed.add(true);
                }

                @Override
                public void onPMessage(String pattern, String channel, String message) {
                    heard.add(List.of(channel, message));
                }
            };
            Thread.ofVirtual().start(() -> {
                try {
                    subscriber.psubscribe(listening, "vec:*");
                } catch (JedisException e) {
                    // It was closed.
                }
            });
            poll(subscribed);
        }

        private static <T> T poll(LinkedBlockingQueue<T> queue) {
            try {
                T one = queue.poll(20, TimeUnit.SECONDS);
                if (one == null) {
                    throw new IllegalStateException("nothing came");
                }
                return one;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String messages() {
            jedis.publish(SENTINEL, "");
            List<String> messages = new ArrayList<>();
            List<String> one = poll(heard);
            while (!one.get(0).equals(SENTINEL)) {
                if (!one.get(0).startsWith(BEYOND)) {
                    messages.add("{\"channel\":" + Strings.quote(one.get(0)) + ",\"message\":"
                            + Strings.quote(one.get(1)) + "}");
                }
                one = poll(heard);
            }
            return "[" + String.join(",", messages) + "]";
        }

        @Override
        public String dump(String sessionId) {
            String base = new Keys("vec").session(sessionId).base();
            Map<String, String> keys = new TreeMap<>();
            for (String key : jedis.keys("vec:*")) {
                if (key.startsWith(base)) {
                    keys.put(key.substring(base.length()), value(key, key.equals(base + "typed")));
                }
            }
            return keys.entrySet().stream()
                    .map(key -> Strings.quote(key.getKey()) + ":" + key.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }

        private String value(String key, boolean json) {
            String type = jedis.type(key);
            String value = switch (type) {
                case "string" -> json ? jedis.get(key) : Strings.quote(jedis.get(key));
                case "hash" ->
                    jedis.hgetAll(key).entrySet().stream()
                            .map(field -> Strings.quote(field.getKey()) + ":" + Strings.quote(field.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
                case "set" ->
                    jedis.smembers(key).stream().sorted().map(Strings::quote).collect(LIST);
                case "zset" ->
                    jedis.zrangeWithScores(key, 0, -1).stream()
                            .map(Probe::member)
                            .collect(LIST);
                case "stream" ->
                    jedis.xrange(key, (StreamEntryID) null, null).stream()
                            .map(Probe::entry)
                            .collect(LIST);
                default -> throw new IllegalStateException(key + " is a " + type);
            };
            return "{\"type\":\"" + type + "\",\"" + (json ? "json" : "value") + "\":" + value + "}";
        }

        private static String member(Tuple member) {
            return "[" + Strings.quote(member.getElement()) + ",\"" + (long) member.getScore() + "\"]";
        }

        private static String entry(StreamEntry entry) {
            String fields = entry.getFields().entrySet().stream()
                    .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
                    .map(Strings::quote)
                    .collect(LIST);
            return "[\"" + entry.getID() + "\"," + fields + "]";
        }

        @Override
        public void close() {
            subscriber.disconnect();
            jedis.close();
        }
    }
}

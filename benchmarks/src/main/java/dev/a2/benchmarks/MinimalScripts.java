package dev.a2.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XReadGroupParams;

/** What a server can do: scripts that make the same redis calls as ours and no more, pipelined over at most two connections. */
final class MinimalScripts {
    /** Sends the operation with this number. */
    @FunctionalInterface
    interface Sender {
        void send(Pipeline pipeline, int number);
    }

    private static final String NOW = "1700000000000";
    private static final String LATER = "1700000060000";

    private final MeasuredServer server;
    private final String payload;
    private final String append;
    private final String claim;
    private final String complete;

    MinimalScripts(MeasuredServer server, String payload) {
        this.server = server;
        this.payload = payload;
        try (Jedis jedis = server.jedis()) {
            append = jedis.scriptLoad(text("minimal_append"));
            claim = jedis.scriptLoad(text("minimal_claim"));
            complete = jedis.scriptLoad(text("minimal_complete"));
        }
    }

    private static String text(String name) {
        try (InputStream in = MinimalScripts.class.getResourceAsStream(name + ".lua")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(int number, String name) {
        return "min:{\"s" + number % RedisRates.SESSIONS + "\"}:" + name;
    }

    private static String index(int number) {
        return Integer.toString(number / RedisRates.SESSIONS + 1);
    }

    private static StreamEntryID entry(int number) {
        return new StreamEntryID(number / RedisRates.SESSIONS + 1, 0);
    }

    void xadd(Pipeline pipeline, int number) {
        pipeline.xadd(
                key(number, "log"),
                entry(number),
                Map.of("id", "e" + number, "type", "t", "payload", payload, "created_at", NOW, "cause", ""));
    }

    /** Makes the group that reads a session's stream. */
    void group(Pipeline pipeline, int number) {
        pipeline.xgroupCreate(key(number, "log"), "g", new StreamEntryID(0, 0), true);
    }

    /** Reads the next entry of a session's stream for its group, and acknowledges it. */
    void readAndAck(Pipeline pipeline, int number) {
        String key = key(number, "log");
        pipeline.xreadGroup(
                "g",
                "c",
                XReadGroupParams.xReadGroupParams().count(1),
                Map.of(key, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));
        pipeline.xack(key, "g", entry(number));
    }

    void append(Pipeline pipeline, int number) {
        pipeline.evalsha(append, List.of(key(number, "count")), List.of("e" + number, payload, NOW));
    }

    void claim(Pipeline pipeline, int number) {
        pipeline.evalsha(claim, List.of(key(number, "count")), List.of(index(number), NOW, LATER));
    }

    void complete(Pipeline pipeline, int number) {
        pipeline.evalsha(complete, List.of(key(number, "count")), List.of(index(number), NOW));
    }

    /** Operations per second with so many on the way at once, for so long. */
    double forTime(int atOnce, double seconds, Sender sender) throws InterruptedException {
        long until = System.nanoTime() + (long) (seconds * 1e9);
        return run(atOnce, Integer.MAX_VALUE, until, sender);
    }

    /** Operations per second until so many are done. */
    double forCount(int atOnce, int count, Sender sender) throws InterruptedException {
        return run(atOnce, count, Long.MAX_VALUE, sender);
    }

    private double run(int atOnce, int count, long untilNanos, Sender sender) throws InterruptedException {
        int connections = Math.min(2, atOnce);
        int depth = atOnce / connections;
        AtomicLong done = new AtomicLong();
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int c = 0; c < connections; c++) {
            int first = c;
            threads.add(Thread.ofPlatform().start(() -> {
                try (Jedis jedis = server.jedis();
                        Pipeline pipeline = jedis.pipelined()) {
                    long number = first;
                    while (number < count && (untilNanos == Long.MAX_VALUE || System.nanoTime() < untilNanos)) {
                        for (int i = 0; i < depth && number < count; i++, number += connections) {
                            sender.send(pipeline, (int) number);
                            done.incrementAndGet();
                        }
                        pipeline.sync();
                    }
                } catch (RuntimeException e) {
                    failure.set(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return done.get() / ((System.nanoTime() - start) / 1e9);
    }
}

package dev.a2.testservers;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Sends what is published on a channel as server-sent events, as they are. */
final class RestStream extends BinaryJedisPubSub {
    private final HttpExchange exchange;
    private final String channel;
    private final Jedis jedis;
    private volatile boolean muted;

    RestStream(HttpExchange exchange, String channel, Jedis jedis) {
        this.exchange = exchange;
        this.channel = channel;
        this.jedis = jedis;
    }

    /** Until one of both ends goes. */
    void run() {
        try {
            jedis.subscribe(this, channel.getBytes(StandardCharsets.UTF_8));
        } catch (JedisException | UncheckedIOException e) {
            // It is over.
        } finally {
            close();
        }
    }

    @Override
    public void onSubscribe(byte[] name, int count) {
        send("subscribe", Integer.toString(count).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void onMessage(byte[] name, byte[] message) {
        if (!muted) {
            send("message", message);
        }
    }

    private void send(String kind, byte[] what) {
        try {
            OutputStream out = exchange.getResponseBody();
            out.write(("data: " + kind + "," + channel + ",").getBytes(StandardCharsets.UTF_8));
            out.write(what);
            out.write("\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void mute() {
        muted = true;
    }

    void close() {
        jedis.disconnect();
        exchange.close();
    }
}

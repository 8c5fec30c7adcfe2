package dev.a2.benchmarks.live;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The least that fans out: what is posted goes into a queue per subscriber, whose request thread writes it. Nothing is stored,
 * numbered or resumed, and nobody is asked who they are.
 */
final class BareServer implements AutoCloseable {
    private static final int QUEUE = 256;

    private final Map<String, Set<BlockingQueue<byte[]>>> sessions = new ConcurrentHashMap<>();
    private final WebServer server;

    BareServer() {
        server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .backlog(4_096)
                .useNio(false)
                .writeBufferSize(512)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .routing(HttpRouting.builder()
                        .get("/v1/sessions/{session}/feed", this::feed)
                        .post("/v1/sessions/{session}/events", this::publish))
                .build()
                .start();
    }

    int port() {
        return server.port();
    }

    private static String session(ServerRequest request) {
        return request.path().pathParameters().get("session");
    }

    private void feed(ServerRequest request, ServerResponse response) {
        BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);
        Set<BlockingQueue<byte[]>> all =
                sessions.computeIfAbsent(session(request), id -> ConcurrentHashMap.newKeySet());
        all.add(queue);
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
        try (OutputStream out = response.outputStream()) {
            out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            List<byte[]> frames = new ArrayList<>();
            while (true) {
                byte[] first = queue.poll(15, TimeUnit.SECONDS);
                frames.add(first == null ? ":\n\n".getBytes(StandardCharsets.UTF_8) : first);
                queue.drainTo(frames);
                ByteArrayOutputStream together = new ByteArrayOutputStream();
                frames.forEach(together::writeBytes);
                frames.clear();
                out.write(together.toByteArray());
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            all.remove(queue);
        }
    }

    private void publish(ServerRequest request, ServerResponse response) {
        byte[] frame = ("data: " + request.content().as(String.class) + "\n\n").getBytes(StandardCharsets.UTF_8);
        for (BlockingQueue<byte[]> queue : sessions.getOrDefault(session(request), Set.of())) {
            if (!queue.offer(frame)) {
                throw new IllegalStateException("a subscriber is too slow; the measurement is worth nothing");
            }
        }
        response.send("{}");
    }

    @Override
    public void close() {
        server.stop();
    }
}

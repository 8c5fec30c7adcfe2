package dev.a2.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads server-sent events as strictly as a browser does. */
public final class FeedReader implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;
    private static final Frame END = new Frame("", "", "end");

    /** A frame as it came in: its {@code id}, {@code event} and {@code data}, empty where there was none. */
    public record Frame(String id, String event, String data) {}

    private final HttpResponse<InputStream> response;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final List<String> comments = new ArrayList<>();

    private FeedReader(HttpResponse<InputStream> response) {
        this.response = response;
    }

    static FeedReader open(HttpClient client, HttpRequest request) {
        try {
            FeedReader reader = new FeedReader(client.send(request, HttpResponse.BodyHandlers.ofInputStream()));
            Thread.ofVirtual().start(reader::read);
            return reader;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answer's head. */
    public HttpResponse<InputStream> response() {
        return response;
    }

    private void read() {
        StringBuilder data = new StringBuilder();
        String id = "";
        String event = "";
        try (InputStream body = response.body()) {
            java.io.BufferedReader lines =
                    new java.io.BufferedReader(new java.io.InputStreamReader(body, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    if (data.length() > 0) {
                        frames.add(new Frame(id, event, data.substring(0, data.length() - 1)));
                    }
                    data.setLength(0);
                    id = "";
                    event = "";
                } else if (line.startsWith(":") || line.startsWith("retry:")) {
                    synchronized (comments) {
                        comments.add(line);
                    }
                } else if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data.append(line, 6, line.length()).append('\n');
                } else {
                    frames.add(new Frame("", "unknown line", line));
                }
            }
        } catch (IOException e) {
            // The end.
        }
        frames.add(END);
    }

    /** The next frame. */
    public Frame next() {
        try {
            Frame frame = frames.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("no frame came within " + LIMIT_SECONDS + " s");
            }
            return frame;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next frame of this name, passing over others; the empty name is that of events. */
    public Frame next(String event) {
        for (Frame frame = next(); ; frame = next()) {
            if (frame.equals(END) || frame.event().equals(event)) {
                return frame;
            }
        }
    }

    /** Whether the frame says that the feed is over. */
    public static boolean isEnd(Frame frame) {
        return frame.equals(END);
    }

    /** Comments and retry hints so far. */
    public List<String> comments() {
        synchronized (comments) {
            return List.copyOf(comments);
        }
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

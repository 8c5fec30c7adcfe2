package dev.a2.server.http;

import dev.a2.server.config.ServerLimits;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Listens on a port and hands each request to an endpoint: Helidon's web server behind our own words. */
public final class HttpFront implements AutoCloseable {
    private static final Header CLOSE = HeaderValues.create(HeaderNames.CONNECTION, "close");
    private static final int BACKLOG = 4_096;
    private static final int MOST_READ_OVER = 64 << 10;
    private static final Duration LONGEST_TICK = Duration.ofSeconds(2);
    private static final Duration NEVER = Duration.ofDays(10_000);

    /**
     * How to listen.
     *
     * @param port 0: any free one
     * @param grace how long a close waits for requests under way
     */
    public record Settings(String host, int port, ServerLimits limits, Duration grace) {}

    private final Connections connections;
    private final Admission admission;
    private final WebServer server;

    private HttpFront(Settings settings, Endpoint endpoint) {
        ServerLimits limits = settings.limits();
        Budget budget = new Budget(limits.bufferBytes());
        this.connections = new Connections(limits, budget);
        this.admission = new Admission(endpoint, limits, budget);
        this.server = server(settings);
    }

    /**
     * Begins to listen.
     *
     * @throws UncheckedIOException when it cannot, for the port is taken or the host is none of this machine's
     */
    public static HttpFront listen(Settings settings, Endpoint endpoint) {
        HttpFront front = new HttpFront(settings, endpoint);
        try {
            front.server.start();
        } catch (RuntimeException e) {
            front.connections.close();
            throw new UncheckedIOException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + rootMessage(e),
                    new IOException(e));
        }
        return front;
    }

    private WebServer server(Settings settings) {
        return WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .backlog(BACKLOG)
                .maxTcpConnections(settings.limits().connections())
                // Our connections see to that, and to more.
                .idleConnectionTimeout(NEVER)
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                .connectionOptions(WakingSockets.every(tick(settings.limits())))
                .shutdownGracePeriod(settings.grace())
                .shutdownHook(false)
                // A small buffer and plain sockets: thousands of idle feeds cost kilobytes each (SRV-3).
                .useNio(false)
                .writeBufferSize(512)
                .directHandlers(problems())
                .routing(HttpRouting.builder().any(this::answer))
                .build();
    }

    /** Times are kept about as exactly as this. */
    private static Duration tick(ServerLimits limits) {
        Duration shortest = Stream.of(limits.headerTime(), limits.requestTime(), limits.idleTime(), LONGEST_TICK)
                .min(Duration::compareTo)
                .orElseThrow();
        return shortest.equals(LONGEST_TICK) ? LONGEST_TICK : shortest.dividedBy(4);
    }

    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** Takes no more requests, and waits for those under way as long as the settings say. */
    @Override
    public void close() {
        server.stop();
        connections.close();
    }

    private void answer(ServerRequest request, ServerResponse response) {
        try (Admission.Answer answer = admission.answer(new Incoming(request))) {
            HttpReply reply = answer.reply();
            response.status(Status.create(reply.status()));
            reply.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
            if (isUnread(request)) {
                // What is left of a body that nobody wanted is not waited for.
                response.header(CLOSE);
                TimedConnection.lingerAtEnd();
            }
            switch (reply.body()) {
                case HttpReply.Body.Bytes body
                when isHead(request) -> {
                    response.header(HeaderNames.CONTENT_LENGTH, Integer.toString(body.bytes().length));
                    response.send();
                }
                case HttpReply.Body.Bytes body -> response.send(body.bytes());
                case HttpReply.Body.Stream body -> stream(body.writer(), response);
            }
        }
    }

    private static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** Whether there is much of a body that was not read; a little is read over. */
    private static boolean isUnread(ServerRequest request) {
        ServerRequestHeaders headers = request.headers();
        boolean chunked = headers.contains(HeaderNames.TRANSFER_ENCODING);
        boolean large = headers.contentLength().orElse(0) > MOST_READ_OVER;
        boolean waits = headers.contains(HeaderNames.EXPECT);
        return (chunked || large || waits) && !request.content().consumed();
    }

    private static void stream(HttpReply.Writer writer, ServerResponse response) {
        try (OutputStream out = response.outputStream()) {
            writer.writeTo(out);
        } catch (IOException e) {
            // The client is gone.
            throw new UncheckedIOException(e);
        }
    }

    /** What the library refuses by itself is answered as a problem, too. */
    private static DirectHandlers problems() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, HttpFront::refusal);
        }
        return handlers.build();
    }

    private static DirectHandler.TransportResponse refusal(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType type,
            Status status,
            ServerResponseHeaders headers,
            String message) {
        HttpReply reply = new Problem(code(status.code()), message).reply();
        HttpReply.Body.Bytes body = (HttpReply.Body.Bytes) reply.body();
        return DirectHandler.TransportResponse.builder()
                .status(Status.create(reply.status()))
                .headers(headers)
                .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
                .entity(body.bytes())
                .keepAlive(false)
                .build();
    }

    private static ProblemCode code(int status) {
        return switch (status) {
            case 408 -> ProblemCode.REQUEST_TIMEOUT;
            case 413 -> ProblemCode.BODY_TOO_LARGE;
            case 414, 431 -> ProblemCode.HEADERS_TOO_LARGE;
            case 404 -> ProblemCode.NOT_FOUND;
            case 503 -> ProblemCode.TOO_MANY_REQUESTS;
            // Its own errors are about requests that it cannot read; ours are answered before they reach it.
            default -> ProblemCode.INVALID_ARGUMENT;
        };
    }

    /** A request of the library's. */
    private record Incoming(ServerRequest request) implements HttpRequest {
        @Override
        public String method() {
            return request.prologue().method().text();
        }

        @Override
        public String path() {
            return request.prologue().uriPath().rawPath();
        }

        @Override
        public List<String> queryAll(String name) {
            return request.query().contains(name) ? request.query().all(name) : List.of();
        }

        @Override
        public List<String> queryNames() {
            Set<String> names = request.query().names();
            return List.copyOf(names);
        }

        @Override
        public Optional<String> header(String name) {
            return request.headers().first(HeaderNames.create(name));
        }

        @Override
        public List<String> headers(String name) {
            return request.headers().all(HeaderNames.create(name), List::of);
        }

        @Override
        public String remote() {
            return String.valueOf(request.remotePeer().host());
        }

        @Override
        public InputStream body() {
            return new BodyStream(request.content().inputStream());
        }
    }
}

package dev.a2.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Listens on a port and hands each request to an endpoint: Helidon's web server behind our own words. */
public final class HttpFront implements AutoCloseable {
    private static final Header CLOSE = HeaderValues.create(HeaderNames.CONNECTION, "close");
    private static final int BACKLOG = 4_096;

    /**
     * How to listen.
     *
     * @param port 0: any free one
     * @param connections most TCP connections at once
     * @param headerBytes most bytes of a request's headers
     * @param idle how long a connection may stay without a request
     * @param grace how long a close waits for requests under way
     */
    public record Settings(String host, int port, int connections, int headerBytes, Duration idle, Duration grace) {}

    private final WebServer server;

    private HttpFront(WebServer server) {
        this.server = server;
    }

    /**
     * Begins to listen.
     *
     * @throws UncheckedIOException when it cannot, for the port is taken or the host is none of this machine's
     */
    public static HttpFront listen(Settings settings, Endpoint endpoint) {
        WebServer server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .backlog(BACKLOG)
                .maxTcpConnections(settings.connections())
                .idleConnectionTimeout(settings.idle())
                .shutdownGracePeriod(settings.grace())
                .shutdownHook(false)
                // A small buffer and plain sockets: thousands of idle feeds cost kilobytes each (SRV-3).
                .useNio(false)
                .writeBufferSize(512)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(settings.headerBytes())
                        .maxPrologueLength(settings.headerBytes())
                        .build())
                .directHandlers(problems())
                .routing(HttpRouting.builder().any((request, response) -> answer(endpoint, request, response)))
                .build();
        try {
            server.start();
        } catch (RuntimeException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + rootMessage(e),
                    new IOException(e));
        }
        return new HttpFront(server);
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
    }

    private static void answer(Endpoint endpoint, ServerRequest request, ServerResponse response) {
        HttpReply reply = endpoint.answer(new Incoming(request));
        response.status(Status.create(reply.status()));
        reply.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        if (reply.status() >= 400 && request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            // What is left of a refused body is not waited for.
            response.header(CLOSE);
        }
        switch (reply.body()) {
            case HttpReply.Body.Bytes body -> response.send(body.bytes());
            case HttpReply.Body.Stream body -> stream(body.writer(), response);
        }
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
            case 413 -> ProblemCode.BODY_TOO_LARGE;
            case 431 -> ProblemCode.HEADERS_TOO_LARGE;
            case 404 -> ProblemCode.NOT_FOUND;
            case 503 -> ProblemCode.TOO_MANY_REQUESTS;
            default -> status < 500 ? ProblemCode.INVALID_ARGUMENT : ProblemCode.INTERNAL;
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
        public String remote() {
            return String.valueOf(request.remotePeer().host());
        }

        @Override
        public InputStream body() {
            return request.content().inputStream();
        }
    }
}

package dev.a2.server;

import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** A server on a store in memory, and a client that speaks to it. */
public final class ServerFixture implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final SessionStore store;
    private final A2Server server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServerFixture(SessionStore store, A2Server server) {
        this.store = store;
        this.server = server;
    }

    /** A server with the defaults at a free port. */
    public static ServerFixture open() {
        return open(options -> options);
    }

    /** A server with other options at a free port. */
    public static ServerFixture open(UnaryOperator<ServerOptions> changes) {
        return on(MemoryStore.open(), changes);
    }

    /** A server on this store, which it closes at the end. */
    public static ServerFixture on(SessionStore store, UnaryOperator<ServerOptions> changes) {
        ServerOptions options = changes.apply(ServerOptions.defaults().listen("127.0.0.1", 0));
        return new ServerFixture(store, A2Server.open(store, options));
    }

    /** The store behind it. */
    public SessionStore store() {
        return store;
    }

    /** The server. */
    public A2Server server() {
        return server;
    }

    /** Where a path of the server is. */
    public URI at(String path) {
        return URI.create(server.address() + path);
    }

    /** A client for a server that is somebody else's to close. */
    public static ServerFixture of(SessionStore store, A2Server server) {
        return new ServerFixture(store, server);
    }

    /** The path of a session, with what follows. */
    public static String session(String id, String rest) {
        return "/v1/sessions/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20") + rest;
    }

    /** A GET. */
    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET(), path, "");
    }

    /** A POST of JSON. */
    public HttpResponse<String> post(String path, String json, String... headers) {
        return send(
                request(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json)),
                path,
                json);
    }

    /** A PUT of JSON. */
    public HttpResponse<String> put(String path, String json, String... headers) {
        return send(
                request(path, headers)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(json)),
                path,
                json);
    }

    /** The status of an answer, whatever its body; changes carry an empty object. */
    public int status(String method, String path, List<String> headers) {
        HttpRequest.Builder request = request(path, headers.toArray(String[]::new));
        if (method.equals("GET")) {
            request.GET();
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString("{}"));
        }
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            response.body().close();
            return response.statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A feed, from its first byte on. */
    public FeedReader feed(String path, String... headers) {
        return FeedReader.open(client, request(path, headers).build());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).timeout(LIMIT);
        return headers.length == 0 ? request : request.headers(headers);
    }

    /** The answer, after it was held against the OpenAPI document. */
    private HttpResponse<String> send(HttpRequest.Builder builder, String path, String body) {
        HttpRequest request = builder.build();
        try {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            String type = reply.headers().firstValue("Content-Type").orElse("");
            OpenApiDocument.served().check(request.method(), path, body, reply.statusCode(), type, reply.body());
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        store.close();
        client.close();
    }
}

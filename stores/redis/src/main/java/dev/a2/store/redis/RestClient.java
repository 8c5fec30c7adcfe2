package dev.a2.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a REST interface. It follows no redirect, so that the token goes nowhere else, and repeats none. Any thread
 * may use it.
 */
final class RestClient implements AutoCloseable {
    static final String SYNC_TOKEN = "Upstash-Sync-Token";
    /** No answer is larger; what a server sends beyond that is not read. */
    static final int MOST_BYTES = 128 << 20;

    private final HttpClient client;
    private final String address;
    private final String authorization;
    private final Duration patience;

    RestClient(RedisOptions options, RedisOptions.Rest rest) {
        this.address = rest.address();
        this.authorization = "Bearer " + rest.token();
        this.patience = options.timeouts().answer();
        boolean isSecure = address.startsWith("https:");
        HttpClient.Builder builder = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.timeouts().connect())
                // Without TLS, an offer of HTTP/2 would go along with the first request.
                .version(isSecure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
        SSLContext tls = options.server().tls();
        if (isSecure && tls != null) {
            builder.sslContext(tls);
        }
        this.client = builder.build();
    }

    /** Sends commands in JSON; the sync token says which writes the answer must have seen. */
    CompletableFuture<HttpResponse<byte[]>> post(String path, byte[] body, @Nullable String syncToken) {
        HttpRequest.Builder request = request(path)
                .timeout(patience)
                .header("Content-Type", "application/json")
                .header("Upstash-Encoding", "base64")
                .POST(BodyPublishers.ofByteArray(body));
        if (syncToken != null) {
            request.header(SYNC_TOKEN, syncToken);
        }
        return client.sendAsync(request.build(), info -> new BoundedBody(MOST_BYTES));
    }

    /** Begins to listen to a channel. */
    CompletableFuture<HttpResponse<InputStream>> listen(String channel) {
        HttpRequest request = request("/subscribe/" + encoded(channel))
                .timeout(patience)
                .header("Accept", "text/event-stream")
                .POST(BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, BodyHandlers.ofInputStream());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", authorization);
    }

    /** As a segment of a path: nothing in it is taken for anything else. */
    private static String encoded(String channel) {
        StringBuilder out = new StringBuilder();
        for (byte one : Command.bytes(channel)) {
            boolean isPlain = one > 0 && (Character.isLetterOrDigit(one) || one == '-' || one == '_' || one == '~');
            out.append(isPlain ? String.valueOf((char) one) : "%" + String.format("%02X", one));
        }
        return out.toString();
    }

    /** Whether a failure says that nothing was sent. */
    static boolean isNotSent(Throwable failure) {
        return failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof SSLHandshakeException;
    }

    /** A failure as one line. */
    static String told(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return name;
        }
        return failure instanceof IOException ? message : name + ": " + message;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

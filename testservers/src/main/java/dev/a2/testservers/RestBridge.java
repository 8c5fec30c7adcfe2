package dev.a2.testservers;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A real server behind a REST interface that behaves as the one of Upstash: commands as JSON arrays, pipelines, transactions,
 * channels as server-sent events, a bearer token, base64. Scripts keep to the {@link KeyLockingRules}. It makes trouble when told.
 */
public final class RestBridge implements TestServers {
    /** Who knows it may do everything. */
    public static final String TOKEN = "bridge-token-3f9c";

    private static final String SYNC_TOKEN = "Upstash-Sync-Token";
    private static final String LOCAL = "127.0.0.1";

    static {
        // Otherwise small answers wait for an acknowledgement, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final RedisServer server;
    private final RestCommands commands;
    private final HttpServer http;
    private final String scheme;
    private final List<RestStream> streams = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong writes = new AtomicLong();

    private volatile Function<String, RestTrouble> meeting = request -> RestTrouble.NONE;
    private volatile int retryAfter;
    private volatile Duration late = Duration.ZERO;
    private volatile int otherPort;
    private volatile int mostBytes = 10_000_000;
    private volatile boolean deaf;

    private RestBridge(RedisServer server, KeyLockingRules rules, @Nullable SSLContext tls) {
        this.server = server;
        this.commands = new RestCommands(server, rules);
        this.scheme = tls == null ? "http" : "https";
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            if (tls == null) {
                http = HttpServer.create(anyPort, 200);
            } else {
                HttpsServer https = HttpsServer.create(anyPort, 200);
                https.setHttpsConfigurator(new HttpsConfigurator(tls));
                http = https;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::handle);
        http.start();
    }

    /** Starts both. */
    public static RestBridge start(KeyLockingRules.Reach reach) {
        return over(RedisServer.start(RedisServer.Version.SEVEN), reach);
    }

    /** In front of a server, which it closes with itself. */
    public static RestBridge over(RedisServer server, KeyLockingRules.Reach reach) {
        return new RestBridge(server, new KeyLockingRules(reach), null);
    }

    /** One that encrypts, and shows what this context has to show. */
    public static RestBridge secure(SSLContext tls) {
        RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
        return new RestBridge(server, new KeyLockingRules(KeyLockingRules.Reach.DECLARED), tls);
    }

    /** Where it listens. */
    public int port() {
        return http.getAddress().getPort();
    }

    /** With the token. */
    @Override
    public String url() {
        return scheme + "://:" + TOKEN + "@" + LOCAL + ":" + port();
    }

    /** Without the token. */
    public String address() {
        return scheme + "://" + LOCAL + ":" + port();
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(server);
    }

    // ---- what it can be told

    /** The next requests meet this trouble, other than those with messages, which may come at any time. */
    public void trouble(RestTrouble next, int times) {
        AtomicInteger left = new AtomicInteger(times);
        meeting =
                request -> !request.startsWith("[\"PUBLISH\"") && left.getAndDecrement() > 0 ? next : RestTrouble.NONE;
    }

    /** Requests with commands meet the trouble that they are found to deserve. */
    public void meets(Function<String, RestTrouble> byText) {
        meeting = byText;
    }

    /** A 429 asks to come back in so many seconds; 0: it does not say when. */
    public void retryAfter(int seconds) {
        retryAfter = seconds;
    }

    /** So late is an answer that is slow. */
    public void late(Duration by) {
        late = by;
    }

    /** Redirects lead to this port. */
    public void redirectTo(int port) {
        otherPort = port;
    }

    /** Larger requests are refused. */
    public void mostBytes(int bytes) {
        mostBytes = bytes;
    }

    /** The server forgets all scripts before each command. */
    public void forgetful(boolean forgets) {
        commands.forgetful(forgets);
    }

    /** Nobody can begin to listen. */
    public void deaf(boolean isDeaf) {
        deaf = isDeaf;
    }

    /** From now on reads see what there is now, unless the request says that it knows of more. */
    public void freezeReads() {
        commands.freeze(writes.get());
    }

    /** Forgets connections to a server that was another process once. */
    public void reconnect() {
        commands.reconnect();
    }

    /** Ends all streams of those who listen. */
    public void cutStreams() {
        streams.forEach(RestStream::close);
        streams.clear();
    }

    /** Streams go on, but bring nothing any more. */
    public void muteStreams() {
        streams.forEach(RestStream::mute);
    }

    /** The keys of the server that fit. */
    public Set<String> keys(String pattern) {
        try (Jedis jedis = server.jedis()) {
            return jedis.keys(pattern);
        }
    }

    /** What somebody reads who knows of so many writes; null: nothing. */
    public @Nullable String get(String key, long seen) {
        byte[] get = "GET".getBytes(StandardCharsets.UTF_8);
        Object reply = commands.each(List.of(List.of(get, key.getBytes(StandardCharsets.UTF_8))), seen)
                .get(0);
        return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : null;
    }

    /** How many requests with commands came so far. */
    public int requests() {
        return requests.get();
    }

    // ---- requests

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, "{\"error\":\"WRONGPASS invalid or missing auth token\"}");
        } else if (!exchange.getRequestMethod().equals("POST")) {
            answer(exchange, 405, "{\"error\":\"ERR unsupported method\"}");
        } else if (path.startsWith("/subscribe/")) {
            subscribe(exchange, path.substring("/subscribe/".length()));
        } else if (List.of("/", "/pipeline", "/multi-exec").contains(path)) {
            requests.incrementAndGet();
            try {
                meet(exchange, path, body);
            } catch (JedisException e) {
                answer(exchange, 502, "<html>Bad Gateway</html>"); // the server went away meanwhile, or before
            }
        } else {
            answer(exchange, 404, "{\"error\":\"ERR no such endpoint\"}");
        }
    }

    private void meet(HttpExchange exchange, String path, byte[] body) throws IOException {
        switch (meeting.apply(new String(body, StandardCharsets.UTF_8))) {
            case NONE -> answer(exchange, carryOut(exchange, path, body));
            case FAILS_BEFORE -> answer(exchange, 502, "<html>Bad Gateway</html>");
            case FAILS_AFTER -> {
                carryOut(exchange, path, body);
                answer(exchange, 502, "<html>Bad Gateway</html>");
            }
            case CUT_ANSWER -> cut(exchange, carryOut(exchange, path, body).text());
            case SLOW -> {
                Answer answer = carryOut(exchange, path, body);
                pause(late);
                answer(exchange, answer);
            }
            case TOO_MANY -> {
                if (retryAfter > 0) {
                    exchange.getResponseHeaders().set("Retry-After", Integer.toString(retryAfter));
                }
                answer(exchange, 429, "{\"error\":\"ERR too many requests\"}");
            }
            case REDIRECT -> {
                exchange.getResponseHeaders().set("Location", "http://" + LOCAL + ":" + otherPort + path);
                answer(exchange, 302, "");
            }
            case STRANGE -> answer(exchange, 200, "<html>Welcome</html>");
        }
    }

    private record Answer(int status, String text) {}

    private Answer carryOut(HttpExchange exchange, String path, byte[] body) {
        if (body.length > mostBytes) {
            return new Answer(
                    400,
                    "{\"error\":\"ERR max request size exceeded. Limit: " + mostBytes + " bytes, Actual: " + body.length
                            + " bytes\"}");
        }
        Headers headers = exchange.getRequestHeaders();
        boolean base64 = "base64".equals(headers.getFirst("Upstash-Encoding"));
        String token = headers.getFirst(SYNC_TOKEN);
        List<List<byte[]>> asked;
        try {
            List<Object> array = RestJson.array(body);
            asked = path.equals("/")
                    ? List.of(words(array))
                    : array.stream().map(RestBridge::words).toList();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return new Answer(
                    400, "{\"error\":\"ERR failed to parse " + (path.equals("/") ? "command" : "pipeline") + "\"}");
        }
        List<Object> replies = path.equals("/multi-exec")
                ? commands.together(asked)
                : commands.each(asked, token == null || token.isEmpty() ? -1 : Long.parseLong(token));
        exchange.getResponseHeaders().set(SYNC_TOKEN, Long.toString(writes.incrementAndGet()));
        if (path.equals("/") || replies.size() != asked.size()) {
            String text = RestJson.answer(replies.get(0), base64);
            return new Answer(replies.get(0) instanceof RuntimeException ? 400 : 200, text);
        }
        List<String> texts = new ArrayList<>();
        replies.forEach(reply -> texts.add(RestJson.answer(reply, base64)));
        return new Answer(200, "[" + String.join(",", texts) + "]");
    }

    private static List<byte[]> words(Object command) {
        if (!(command instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("no command");
        }
        return list.stream()
                .map(word -> word.toString().getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        answer(exchange, answer.status(), answer.text());
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void cut(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(200, bytes.length + 1L);
            OutputStream out = exchange.getResponseBody();
            out.write(bytes, 0, bytes.length / 2);
            out.flush();
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void subscribe(HttpExchange exchange, String channel) throws IOException {
        if (deaf) {
            answer(exchange, 503, "{\"error\":\"ERR max concurrent connections exceeded\"}");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        exchange.sendResponseHeaders(200, 0);
        RestStream stream = new RestStream(exchange, channel, server.jedis());
        streams.add(stream);
        stream.run();
        streams.remove(stream);
    }

    @Override
    public void close() {
        cutStreams();
        http.stop(0);
        commands.close();
        server.close();
    }
}

package dev.a2.server.access;

import dev.a2.server.http.HttpReply;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which pages may call the server from a browser: its own, and those of configured origins (SRV-7, F66). */
final class Origins {
    private static final String ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID";
    private static final String EXPOSED_HEADERS = "Retry-After";
    private static final String PREFLIGHT_SECONDS = "600";

    private final Set<String> configured;

    Origins(Set<String> configured) {
        this.configured = configured;
    }

    /**
     * Refuses a change that a page of another origin wants.
     *
     * @throws Problem ORIGIN_REFUSED
     */
    void check(HttpRequest request, Authority host) {
        List<String> origins = request.headers("Origin");
        boolean isKnown = origins.size() == 1 && (isConfigured(origins.get(0)) || isOwn(origins.get(0), host));
        boolean isForeign = origins.isEmpty()
                ? request.header("Sec-Fetch-Site").orElse("").equalsIgnoreCase("cross-site")
                : !isKnown;
        if (isForeign) {
            throw refused();
        }
    }

    private static Problem refused() {
        return new Problem(
                ProblemCode.ORIGIN_REFUSED, "pages of this origin may not call the server; --origin allows one");
    }

    private boolean isConfigured(String origin) {
        return configured.contains(origin.toLowerCase(Locale.ROOT));
    }

    private static boolean isOwn(String origin, Authority host) {
        String lower = origin.toLowerCase(Locale.ROOT);
        if (!lower.startsWith("http://") && !lower.startsWith("https://")) {
            return false;
        }
        return Authority.parse(lower.substring(lower.indexOf("//") + 2))
                .filter(host::equals)
                .isPresent();
    }

    /** Whether a browser asks what a page may do. */
    static boolean isPreflight(HttpRequest request) {
        return request.method().equals("OPTIONS")
                && request.header("Origin").isPresent()
                && request.header("Access-Control-Request-Method").isPresent();
    }

    /**
     * The answer to a preflight.
     *
     * @throws Problem ORIGIN_REFUSED
     */
    HttpReply preflight(HttpRequest request, String methods) {
        if (allowed(request).isEmpty()) {
            throw refused();
        }
        return new HttpReply(204, Map.of(), new HttpReply.Body.Bytes(new byte[0]))
                .with("Access-Control-Allow-Methods", methods)
                .with("Access-Control-Allow-Headers", ALLOWED_HEADERS)
                .with("Access-Control-Max-Age", PREFLIGHT_SECONDS);
    }

    /** The answer as a page of the request's origin may read it, if it may. */
    HttpReply opened(HttpRequest request, HttpReply reply) {
        if (configured.isEmpty()) {
            return reply;
        }
        String vary = reply.headers().getOrDefault("Vary", "");
        HttpReply varied = reply.with("Vary", vary.isEmpty() ? "Origin" : vary + ", Origin");
        Optional<String> origin = allowed(request);
        return origin.isEmpty()
                ? varied
                : varied.with("Access-Control-Allow-Origin", origin.get())
                        .with("Access-Control-Expose-Headers", EXPOSED_HEADERS);
    }

    private Optional<String> allowed(HttpRequest request) {
        List<String> origins = request.headers("Origin");
        return origins.size() == 1 && isConfigured(origins.get(0)) ? Optional.of(origins.get(0)) : Optional.empty();
    }
}

package dev.a2.server.access;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.token.SessionTokens;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tells who sent a request, and turns away who must not come in at all. */
public final class Gatekeeper {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final boolean isOpen;
    private final KnownHosts hosts;
    private final Origins origins;
    private final Credentials credentials;

    /**
     * One for a server that is to listen there.
     *
     * @throws IllegalArgumentException if others reach it and everybody may do everything (SRV-6), or the options name what is
     *     no host
     */
    public Gatekeeper(AccessOptions options, String host, int port, InstantSource clock) {
        if (options.isOpen() && !KnownHosts.isLoopback(host)) {
            throw new IllegalArgumentException("others can reach this server on " + (host.isBlank() ? "''" : host)
                    + ", and it has no tokens: everybody could do everything. Give it one, made by: a2 token"
                    + " (or: a2 serve --new-token), or listen on 127.0.0.1");
        }
        this.isOpen = options.isOpen();
        this.hosts = new KnownHosts(options.hosts(), host, port);
        this.origins = new Origins(options.origins());
        this.credentials = new Credentials(options, clock);
    }

    /** It serves at this port. */
    public void listensOn(int port) {
        hosts.listensOn(port);
    }

    /**
     * Refuses a request that came by a name that is not the server's (F66).
     *
     * @throws Problem UNKNOWN_HOST
     */
    public void checkHost(HttpRequest request) {
        host(request);
    }

    private Authority host(HttpRequest request) {
        List<String> headers = request.headers("Host");
        if (headers.size() != 1) {
            throw new Problem(ProblemCode.UNKNOWN_HOST, "a request has one header Host, not " + headers.size());
        }
        return Authority.parse(headers.get(0))
                .filter(hosts::know)
                .orElseThrow(() -> new Problem(
                        ProblemCode.UNKNOWN_HOST,
                        "the server does not go by " + headers.get(0) + "; --allow-host adds a name"));
    }

    /**
     * Who sent it.
     *
     * @param isPublic whether it needs no token
     * @throws Problem UNKNOWN_HOST, ORIGIN_REFUSED, UNSUPPORTED_MEDIA_TYPE or UNAUTHORIZED
     */
    public Caller admit(HttpRequest request, boolean isPublic) {
        Authority host = host(request);
        Credentials.refuseInAddress(request);
        if (!READS.contains(request.method())) {
            origins.check(request, host);
            requireJson(request);
        }
        if (isOpen) {
            return new Caller.Anybody(request.remote());
        }
        return isPublic ? new Caller.Stranger(request.remote()) : credentials.caller(request);
    }

    /** No form of a page can send JSON without a preflight. */
    private static void requireJson(HttpRequest request) {
        String type = request.header("Content-Type").orElse("");
        String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!essence.equals("application/json")) {
            throw new Problem(
                    ProblemCode.UNSUPPORTED_MEDIA_TYPE, "a change needs the header Content-Type: application/json");
        }
    }

    /** Those that it signs; nothing if it has no secret. */
    public Optional<SessionTokens> sessionTokens() {
        return credentials.sessionTokens();
    }

    /** Whether a browser asks what a page may do. */
    public static boolean isPreflight(HttpRequest request) {
        return Origins.isPreflight(request);
    }

    /**
     * What a page may do at a path that knows these methods.
     *
     * @throws Problem ORIGIN_REFUSED
     */
    public HttpReply preflight(HttpRequest request, String methods) {
        return origins.preflight(request, methods);
    }

    /** The answer, opened for the page that asked if its origin is a configured one. */
    public HttpReply opened(HttpRequest request, HttpReply reply) {
        return origins.opened(request, reply);
    }
}

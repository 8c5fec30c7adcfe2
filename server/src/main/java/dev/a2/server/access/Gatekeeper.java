package dev.a2.server.access;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.http.HttpRequest;

/** Tells who sent a request, and turns away who must not come in at all. */
public final class Gatekeeper {
    private final AccessOptions options;

    /** One for a server that listens on this host. */
    public Gatekeeper(AccessOptions options, String host) {
        this.options = options;
    }

    /** It serves at this port. */
    public void listensOn(int port) {}

    /**
     * Refuses a request that came by a name that is not the server's (F66).
     *
     * @throws dev.a2.server.http.Problem UNKNOWN_HOST
     */
    public void checkHost(HttpRequest request) {}

    /**
     * Who sent it.
     *
     * @param isPublic whether it needs no token
     * @throws dev.a2.server.http.Problem UNKNOWN_HOST, ORIGIN_REFUSED, UNSUPPORTED_MEDIA_TYPE or UNAUTHORIZED
     */
    public Caller admit(HttpRequest request, boolean isPublic) {
        return new Caller.Anybody(options.isOpen() ? request.remote() : "?");
    }
}

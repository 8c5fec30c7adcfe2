package dev.a2.server.http;

import java.util.Locale;

/** What can be wrong with a request: the contract's codes, and the server's own. The names stand on the wire. */
public enum ProblemCode {
    INVALID_ARGUMENT(400, "The request is malformed"),
    UNAUTHORIZED(401, "A valid token is needed"),
    FORBIDDEN(403, "The token does not allow this"),
    ORIGIN_REFUSED(403, "Pages of this origin may not do this"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "This path does not know the method"),
    REQUEST_TIMEOUT(408, "The request took too long to come in"),
    CONFLICT(409, "The session has moved on"),
    SUPERSEDED_ATTEMPT(409, "The attempt no longer owns its head"),
    PARTIAL_DUPLICATE_BATCH(409, "Ids of the batch belong to other events"),
    SESSION_CLEARED(409, "The session was cleared"),
    BODY_TOO_LARGE(413, "The body is too large"),
    BATCH_TOO_LARGE(413, "The batch has too many events"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body must be JSON"),
    UNKNOWN_HOST(421, "This server does not go by that name"),
    TOO_MANY_FEEDS(429, "Too many feeds are open"),
    HEADERS_TOO_LARGE(431, "The headers are too large"),
    INTERNAL(500, "The server failed"),
    TOO_MANY_REQUESTS(503, "The server has enough to do"),
    SHUTTING_DOWN(503, "The server is about to end"),
    STORE_UNAVAILABLE(503, "The store cannot answer now"),
    STORE_NOT_CONFIGURED(503, "The store is not usable");

    private final int status;
    private final String title;

    ProblemCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The HTTP status that goes with it. */
    public int status() {
        return status;
    }

    /** What it means, in a few words. */
    public String title() {
        return title;
    }

    /** The problem type: a path of this server. */
    public String type() {
        return "/problems/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

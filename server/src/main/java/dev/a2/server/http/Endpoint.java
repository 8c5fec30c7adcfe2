package dev.a2.server.http;

/** Answers requests. */
@FunctionalInterface
public interface Endpoint {
    /**
     * The answer to one request.
     *
     * @throws Problem to be answered as such
     */
    HttpReply answer(HttpRequest request);
}

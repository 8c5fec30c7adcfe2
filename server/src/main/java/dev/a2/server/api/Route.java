package dev.a2.server.api;

import dev.a2.server.http.HttpReply;

/**
 * One method of one path.
 *
 * @param template the path, such as {@code /v1/sessions/{session}/events}: a name in braces takes one segment
 * @param right what the caller needs
 * @param hasEnd whether its answers have an end, so that HEAD can be answered, too
 */
public record Route(String method, String template, Right right, Handler handler, boolean hasEnd) {
    /** Answers a call. */
    @FunctionalInterface
    public interface Handler {
        /** The answer. Blocks as long as it takes. */
        HttpReply answer(Call call);
    }

    /** A route that reads. */
    public static Route get(String template, Right right, Handler handler) {
        return new Route("GET", template, right, handler, true);
    }

    /** A route whose answers go on and on. */
    public static Route stream(String template, Right right, Handler handler) {
        return new Route("GET", template, right, handler, false);
    }

    /** A route that changes something. */
    public static Route post(String template, Right right, Handler handler) {
        return new Route("POST", template, right, handler, true);
    }

    /** A route that sets something. */
    public static Route put(String template, Right right, Handler handler) {
        return new Route("PUT", template, right, handler, true);
    }

    /** Whether it answers requests with this method; HEAD is answered as GET. */
    boolean knows(String asked) {
        return asked.equals(method) || asked.equals("HEAD") && method.equals("GET") && hasEnd;
    }
}

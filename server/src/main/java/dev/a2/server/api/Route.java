package dev.a2.server.api;

import dev.a2.server.http.HttpReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** The path's variables, still encoded, if this is its path. */
    Optional<Map<String, String>> match(List<String> segments) {
        List<String> wanted = segments(template);
        if (wanted.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            String part = wanted.get(i);
            if (part.startsWith("{")) {
                variables.put(part.substring(1, part.length() - 1), segments.get(i));
            } else if (!part.equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }
}

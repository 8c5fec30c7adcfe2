package dev.a2.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Reads what a REST interface answers: {@code {"result":…}}, {@code {"error":…}}, or an array of them. Strings of a result are
 * in base64, but for a plain {@code OK}. What does not fit is an {@link IllegalArgumentException}.
 */
final class RestReplies {
    /** Replies are not nested deeper; a server must not have us overflow the stack. */
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private RestReplies(byte[] body) {
        this.text = new String(body, StandardCharsets.UTF_8);
    }

    /** The reply to one command: as {@link Commands#send}. */
    static @Nullable Object one(byte[] body) {
        RestReplies in = new RestReplies(body);
        Object reply = in.reply();
        in.end();
        return reply;
    }

    /** The replies to several. */
    static List<@Nullable Object> several(byte[] body) {
        RestReplies in = new RestReplies(body);
        List<@Nullable Object> replies = new ArrayList<>();
        in.expect('[');
        if (!in.skip(']')) {
            do {
                replies.add(in.reply());
            } while (in.skip(','));
            in.expect(']');
        }
        in.end();
        return replies;
    }

    /** What the answer says went wrong with the request as a whole; null if it does not say. */
    static @Nullable String error(byte[] body) {
        try {
            return one(body) instanceof JedisDataException error ? error.getMessage() : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private @Nullable Object reply() {
        expect('{');
        String name = string();
        expect(':');
        Object reply = switch (name) {
            case "result" -> value(0);
            case "error" -> new JedisDataException(string());
            default -> throw wrong("a result or an error");
        };
        expect('}');
        return reply;
    }

    private @Nullable Object value(int depth) {
        if (depth > DEEPEST) {
            throw wrong("fewer lists inside of lists");
        }
        if (skip('[')) {
            return list(depth + 1);
        }
        if (peek() == '"') {
            String string = string();
            return string.equals("OK")
                    ? string.getBytes(StandardCharsets.US_ASCII)
                    : Base64.getDecoder().decode(string);
        }
        return literal();
    }

    private List<@Nullable Object> list(int depth) {
        List<@Nullable Object> values = new ArrayList<>();
        if (!skip(']')) {
            do {
                values.add(value(depth));
            } while (skip(','));
            expect(']');
        }
        return values;
    }

    private @Nullable Object literal() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String literal = text.substring(start, at);
        return literal.equals("null") ? null : (Object) Long.valueOf(literal);
    }

    private String string() {
        peek();
        JsonScanner in = new JsonScanner(text, at);
        String string = in.string();
        at = in.position();
        return string;
    }

    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean skip(char one) {
        boolean isNext = peek() == one;
        at += isNext ? 1 : 0;
        return isNext;
    }

    private void expect(char one) {
        if (!skip(one)) {
            throw wrong(String.valueOf(one));
        }
    }

    private void end() {
        if (peek() != '\0') {
            throw wrong("the end");
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected " + expected + " at character " + at + " of the answer");
    }
}

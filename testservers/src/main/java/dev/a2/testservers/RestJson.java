package dev.a2.testservers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a REST interface: arrays of commands in, replies out. */
final class RestJson {
    private final String text;
    private int at;

    private RestJson(String text) {
        this.text = text;
    }

    /** A JSON array; strings and what counts as one are texts, arrays inside are lists. */
    static List<Object> array(byte[] body) {
        RestJson in = new RestJson(new String(body, StandardCharsets.UTF_8));
        if (in.value() instanceof List<?> list && in.peek() == 0) {
            return List.copyOf(list);
        }
        throw new IllegalArgumentException("no array");
    }

    private Object value() {
        char first = peek();
        if (first == '[') {
            return list();
        }
        if (first == '"') {
            return string();
        }
        int start = at;
        while (at < text.length() && ",]".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String literal = text.substring(start, at).strip();
        if (!literal.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?|true|false|null")) {
            throw new IllegalArgumentException("no value: " + literal);
        }
        return literal;
    }

    private List<Object> list() {
        List<Object> values = new ArrayList<>();
        at++;
        if (peek() == ']') {
            at++;
            return values;
        }
        while (true) {
            values.add(value());
            char next = peek();
            at++;
            if (next == ']') {
                return values;
            }
            if (next != ',') {
                throw new IllegalArgumentException("an array does not end");
            }
        }
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char one = text.charAt(at++);
            if (one < ' ') {
                throw new IllegalArgumentException("a control character in a string");
            }
            out.append(one == '\\' ? escaped() : one);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char one = text.charAt(at++);
        if (one == 'u') {
            at += 4;
            return (char) Integer.parseInt(text, at - 4, at, 16);
        }
        int place = "bfnrt".indexOf(one);
        return place < 0 ? one : "\b\f\n\r\t".charAt(place);
    }

    /** The next character that is no blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    /** A reply as an answer has it. */
    static String answer(@Nullable Object reply, boolean base64) {
        return reply instanceof RuntimeException error
                ? "{\"error\":" + quote(String.valueOf(error.getMessage())) + "}"
                : "{\"result\":" + result(reply, base64, true) + "}";
    }

    private static String result(@Nullable Object reply, boolean base64, boolean outermost) {
        return switch (reply) {
            case null -> "null";
            case byte[] bytes -> string(bytes, base64, outermost);
            case List<?> list -> {
                List<String> inside = new ArrayList<>();
                list.forEach(one -> inside.add(result(one, base64, false)));
                yield "[" + String.join(",", inside) + "]";
            }
            case RuntimeException error -> quote(String.valueOf(error.getMessage()));
            default -> reply.toString();
        };
    }

    /** An OK alone is never encoded. */
    private static String string(byte[] bytes, boolean base64, boolean outermost) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return !base64 || (outermost && text.equals("OK"))
                ? quote(text)
                : "\"" + Base64.getEncoder().encodeToString(bytes) + "\"";
    }

    static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one == '"' || one == '\\') {
                out.append('\\').append(one);
            } else if (one < ' ') {
                out.append(String.format("\\u%04x", (int) one));
            } else {
                out.append(one);
            }
        }
        return out.append('"').toString();
    }
}

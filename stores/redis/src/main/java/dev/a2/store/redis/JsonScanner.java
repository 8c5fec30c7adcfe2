package dev.a2.store.redis;

import dev.a2.codec.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the small JSON texts of the layout from left to right, keeping payloads inside of them to the byte. They were written
 * by a store; what does not fit is an {@link IllegalArgumentException}.
 */
final class JsonScanner {
    private final String text;
    private int at;

    JsonScanner(String text) {
        this(text, 0);
    }

    /** Begins in the middle. */
    JsonScanner(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Where it is. */
    int position() {
        return at;
    }

    /** Steps over exactly this. */
    JsonScanner expect(String word) {
        if (!skip(word)) {
            throw wrong("expected " + word);
        }
        return this;
    }

    /** Steps over this if it comes next. */
    boolean skip(String word) {
        if (text.startsWith(word, at)) {
            at += word.length();
            return true;
        }
        return false;
    }

    boolean atEnd() {
        return at == text.length();
    }

    long number() {
        int start = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Long.parseLong(text, start, at, 10);
        } catch (NumberFormatException e) {
            throw wrong("expected a number");
        }
    }

    String string() {
        expect("\"");
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = next();
            switch (c) {
                case '"' -> {
                    return out.toString();
                }
                case '\\' -> out.append(escaped());
                default -> out.append(c);
            }
        }
    }

    @Nullable String stringOrNull() {
        return skip("null") ? null : string();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'u' -> {
                at += 4;
                if (at > text.length()) {
                    throw wrong("expected four digits");
                }
                yield (char) Integer.parseInt(text, at - 4, at, 16);
            }
            default -> c;
        };
    }

    /** The value that comes next, as its own text, with blanks around it. */
    Json value() {
        int start = at;
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (depth == 0 && (c == ',' || c == ']' || c == '}')) {
                break;
            }
            switch (c) {
                case '"' -> skipString();
                case '[', '{' -> {
                    depth++;
                    at++;
                }
                case ']', '}' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        }
        return Json.trusted(text.substring(start, at));
    }

    private void skipString() {
        at++;
        while (next0() != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            at++;
        }
        at++;
    }

    private char next0() {
        if (at >= text.length()) {
            throw wrong("a string does not end");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = next0();
        at++;
        return c;
    }

    /** An array of strings. */
    static List<String> strings(String text) {
        JsonScanner in = new JsonScanner(text);
        List<String> strings = new ArrayList<>();
        in.expect("[");
        while (!in.skip("]")) {
            strings.add(in.string());
            in.skip(",");
        }
        return strings;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at character " + at + " of " + text);
    }
}

package dev.a2.server.api;

import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.JsonFields;
import dev.a2.server.access.Caller;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request at its route: who calls, and the parts of path, query and body by name. */
public final class Call {
    private final HttpRequest request;
    private final Caller caller;
    private final Map<String, String> variables;
    private final Bodies bodies;

    Call(HttpRequest request, Caller caller, Map<String, String> variables, Bodies bodies) {
        this.request = request;
        this.caller = caller;
        this.variables = variables;
        this.bodies = bodies;
    }

    /** Who calls. */
    public Caller caller() {
        return caller;
    }

    /** The path's session. */
    public String session() {
        return name("session");
    }

    /** A variable of the path, decoded. */
    public String name(String variable) {
        String encoded = variables.get(variable);
        if (encoded == null) {
            throw new IllegalStateException("the path has no " + variable);
        }
        String decoded = Percent.decode(encoded);
        if (decoded.isEmpty()) {
            throw Problem.invalid("the " + variable + " in the path is empty");
        }
        return decoded;
    }

    /** A whole number in the path. */
    public long number(String variable) {
        return whole("the " + variable + " in the path", name(variable));
    }

    /** A header. */
    public Optional<String> header(String name) {
        return request.header(name);
    }

    // ---- query

    /** A query parameter. */
    public Optional<String> query(String name) {
        return request.query(name);
    }

    /** All values of a query parameter. */
    public List<String> queryAll(String name) {
        return request.queryAll(name);
    }

    /** A query parameter that is a whole number from 0 on; null where it is absent. */
    public @Nullable Long queryNumber(String name) {
        Optional<String> text = request.query(name);
        return text.isEmpty() ? null : Long.valueOf(whole("the parameter " + name, text.get()));
    }

    /** A query parameter that is a whole number from 0 on; a default where it is absent. */
    public long queryNumber(String name, long otherwise) {
        Long given = queryNumber(name);
        return given == null ? otherwise : given;
    }

    /** A query parameter that says how many, from 1 to the most. */
    public int queryLimit(int otherwise, int most) {
        long limit = queryNumber("limit", otherwise);
        if (limit < 1 || limit > most) {
            throw Problem.invalid("the parameter limit must be from 1 to " + most + ", not " + limit);
        }
        return (int) limit;
    }

    /** Whether a query parameter says yes. */
    public boolean queryFlag(String name) {
        String text = request.query(name).orElse("false");
        return switch (text) {
            case "true", "1", "" -> true;
            case "false", "0" -> false;
            default -> throw Problem.invalid("the parameter " + name + " must be true or false, not " + text);
        };
    }

    /** Refuses parameters that mean nothing here: a misspelt one would be passed over. */
    public void allowQuery(String... names) {
        Set<String> known = Set.of(names);
        for (String name : request.queryNames()) {
            if (!known.contains(name)) {
                throw Problem.invalid("this path does not know the parameter " + name);
            }
        }
    }

    private static long whole(String what, String text) {
        try {
            long value = Long.parseLong(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw Problem.invalid(what + " must be a whole number from 0 on, not " + text);
    }

    // ---- body

    /** The body's object, in which {@code null} stands for absent but for these members; no body is an empty object. */
    public JsonFields body(String... nullable) {
        String text = bodyText();
        return JsonFields.withoutNulls(text.isEmpty() ? "{}" : text, nullable);
    }

    private String bodyText() {
        byte[] bytes = bodies.read(request);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidJsonException("the body is not UTF-8", e);
        }
    }
}

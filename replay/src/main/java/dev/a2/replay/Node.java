package dev.a2.replay;

import dev.a2.store.StoreException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON value together with the exact text that it stands as.
 *
 * @param value a {@code Map<String, Node>}, {@code List<Node>}, String, {@link Literal}, Boolean, or null
 */
record Node(String text, @Nullable Object value) {
    /** A number as it is written. */
    record Literal(String digits) {}

    private static final int MAX_DEPTH = 2_000;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static Node parse(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            Node node = read(parser, text);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more than one JSON value in: " + text);
            }
            return node;
        }
    }

    private static Node read(JsonParser parser, String text) {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        Object value = value(parser, text);
        int to = (int) parser.currentLocation().getCharOffset();
        return new Node(text.substring(from, to), value);
    }

    private static @Nullable Object value(JsonParser parser, String text) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Node> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, read(parser, text));
                }
                yield members;
            }
            case START_ARRAY -> {
                List<Node> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(read(parser, text));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Literal(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("unexpected " + parser.currentToken() + " in: " + text);
        };
    }

    boolean isNull() {
        return value == null;
    }

    /** The member of this name; null when it is absent or JSON null. */
    @Nullable Node get(String name) {
        Node member = members().get(name);
        return member == null || member.isNull() ? null : member;
    }

    Node require(String name) {
        Node member = get(name);
        if (member == null) {
            throw new IllegalArgumentException("the trace lacks " + name + " in " + text);
        }
        return member;
    }

    @SuppressWarnings("unchecked")
    Map<String, Node> members() {
        if (value instanceof Map<?, ?> members) {
            return (Map<String, Node>) members;
        }
        throw new IllegalArgumentException("not an object: " + text);
    }

    @SuppressWarnings("unchecked")
    List<Node> items() {
        if (value instanceof List<?> items) {
            return (List<Node>) items;
        }
        throw new IllegalArgumentException("not an array: " + text);
    }

    /** The items of a list member; none when it is absent. */
    List<Node> items(String name) {
        Node member = get(name);
        return member == null ? List.of() : member.items();
    }

    String string(String name) {
        return require(name).asString();
    }

    @Nullable String optionalString(String name) {
        Node member = get(name);
        return member == null ? null : member.asString();
    }

    long number(String name) {
        return require(name).asLong();
    }

    @Nullable Long optionalNumber(String name) {
        Node member = get(name);
        return member == null ? null : Long.valueOf(member.asLong());
    }

    String asString() {
        if (value instanceof String string) {
            return string;
        }
        throw new IllegalArgumentException("not a string: " + text);
    }

    /** A whole number; a fraction is what no store accepts (VAL-4). */
    long asLong() {
        if (value instanceof Literal number) {
            try {
                return new BigDecimal(number.digits).longValueExact();
            } catch (ArithmeticException e) {
                throw StoreException.invalid(number.digits + " is not a whole number of 64 bits");
            }
        }
        throw new IllegalArgumentException("not a number: " + text);
    }

    boolean asBoolean() {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw new IllegalArgumentException("not a boolean: " + text);
    }
}

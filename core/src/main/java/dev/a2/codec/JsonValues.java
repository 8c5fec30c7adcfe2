package dev.a2.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** JSON values as plain Java values that compare by meaning; numbers are doubles. */
final class JsonValues {
    private static final Object NULL = new Object();

    private JsonValues() {}

    static Object read(JsonParser parser) {
        try (parser) {
            parser.nextToken();
            return value(parser);
        }
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Double.parseDouble(parser.getString()) + 0.0;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NULL;
            default -> throw new InvalidJsonException("unexpected " + parser.currentToken(), null);
        };
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> members = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser));
        }
        return members;
    }

    private static List<Object> array(JsonParser parser) {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }
}

package dev.a2.transfer;

import dev.a2.codec.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON object's members, each as the exact text that it stands as. Every member must be asked for: what nobody knows is
 * refused at the {@link #end}.
 */
final class Fields {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Json.MAX_DEPTH + 2)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Map<String, String> members;

    private Fields(Map<String, String> members) {
        this.members = members;
    }

    /** The members of the object that a text holds. */
    static Fields of(String text) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new FormatException("it is not a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                if (members.put(name, exact(parser, text)) != null) {
                    throw new FormatException("the member " + name + " stands twice");
                }
            }
            if (parser.nextToken() != null) {
                throw new FormatException("something stands behind the JSON object");
            }
        } catch (JacksonException e) {
            throw new FormatException("it is not JSON: " + e.getOriginalMessage(), e);
        }
        return new Fields(members);
    }

    private static JsonParser parser(String text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** The text of the value that begins here. */
    private static String exact(JsonParser parser, String text) {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        return text.substring(from, (int) parser.currentLocation().getCharOffset());
    }

    /** The member's text; null if there is none. */
    @Nullable String raw(String name) {
        return members.remove(name);
    }

    String require(String name) {
        String text = raw(name);
        if (text == null) {
            throw new FormatException("the member " + name + " is missing");
        }
        return text;
    }

    String text(String name) {
        return string(name, require(name));
    }

    @Nullable String optionalText(String name) {
        String text = raw(name);
        return text == null ? null : string(name, text);
    }

    long number(String name) {
        return number(name, require(name));
    }

    @Nullable Long optionalNumber(String name) {
        String text = raw(name);
        return text == null ? null : Long.valueOf(number(name, text));
    }

    /** A whole number of 32 bits, 0 if there is none. */
    int count(String name) {
        String text = raw(name);
        return text == null ? 0 : integer(name, number(name, text));
    }

    @Nullable Integer optionalInteger(String name) {
        Long value = optionalNumber(name);
        return value == null ? null : Integer.valueOf(integer(name, value));
    }

    @Nullable Instant optionalTime(String name) {
        Long value = optionalNumber(name);
        return value == null ? null : Instant.ofEpochMilli(value);
    }

    Instant time(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    boolean flag(String name) {
        String text = raw(name);
        if (text == null) {
            return false;
        }
        if (!text.equals("true")) {
            throw new FormatException("the member " + name + " can only be true, and is " + text);
        }
        return true;
    }

    @Nullable Fields optionalObject(String name) {
        String text = raw(name);
        return text == null ? null : Fields.of(text);
    }

    /** The texts of an array's elements; null if there is none. */
    @Nullable List<String> optionalArray(String name) {
        String text = raw(name);
        if (text == null) {
            return null;
        }
        List<String> elements = new ArrayList<>();
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new FormatException("the member " + name + " is not an array");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(exact(parser, text));
            }
        }
        return elements;
    }

    /** The strings of an array; null if there is none. */
    @Nullable List<String> optionalTexts(String name) {
        List<String> elements = optionalArray(name);
        return elements == null
                ? null
                : elements.stream().map(element -> string(name, element)).toList();
    }

    /** Refuses what was not asked for: it may mean something. */
    void end() {
        if (!members.isEmpty()) {
            throw new FormatException(
                    "nobody knows the member " + members.keySet().iterator().next());
        }
    }

    private static String string(String name, String text) {
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new FormatException("the member " + name + " is not a string, but " + text);
            }
            return parser.getString();
        }
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new FormatException("the member " + name + " is not a whole number, but " + text, e);
        }
    }

    private static int integer(String name, long value) {
        if (value != (int) value) {
            throw new FormatException("the member " + name + " is not within 32 bits, but " + value);
        }
        return (int) value;
    }
}

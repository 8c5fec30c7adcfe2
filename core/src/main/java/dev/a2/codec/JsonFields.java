package dev.a2.codec;

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
 * One JSON object's members, each as the exact text that it stands as. Every member must be asked for, once: what nobody
 * knows is refused at the {@link #end}. What is not as it should be is an {@link InvalidJsonException} that names the member.
 */
public final class JsonFields {
    private static final JsonFactory FACTORY = factory(Integer.MAX_VALUE);

    private static final JsonFactory STRICT = factory(StreamReadConstraints.DEFAULT_MAX_NUM_LEN);

    private static final int MOST_STRICT = 1_000;

    private final Map<String, String> members;

    private static JsonFactory factory(int mostDigits) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Json.MAX_DEPTH + 2)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxNumberLength(mostDigits)
                        .build())
                .build();
    }

    private JsonFields(Map<String, String> members) {
        this.members = members;
    }

    /** The members of the object that a text holds. */
    public static JsonFields of(String text) {
        return new JsonFields(members(FACTORY, Integer.MAX_VALUE, text));
    }

    /**
     * The same where {@code null} stands for absent, but for members that may well be null. For what strangers send:
     * over {@value #MOST_STRICT} members, and numbers of over 1,000 digits, are refused.
     */
    public static JsonFields withoutNulls(String text, String... nullable) {
        Map<String, String> members = members(STRICT, MOST_STRICT, text);
        List<String> kept = List.of(nullable);
        members.entrySet().removeIf(member -> member.getValue().equals("null") && !kept.contains(member.getKey()));
        return new JsonFields(members);
    }

    private static Map<String, String> members(JsonFactory factory, int most, String text) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("it is not a JSON object", null);
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                if (members.size() == most) {
                    throw new InvalidJsonException("it has over " + most + " members", null);
                }
                if (members.put(name, exact(parser, text)) != null) {
                    throw new InvalidJsonException("the member " + name + " stands twice", null);
                }
            }
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("something stands behind the JSON object", null);
            }
        } catch (JacksonException e) {
            throw new InvalidJsonException("it is not JSON: " + e.getOriginalMessage(), e);
        }
        return members;
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

    /** The names of the members that were not asked for yet. */
    public List<String> names() {
        return List.copyOf(members.keySet());
    }

    /** The member's text; null if there is none. */
    public @Nullable String raw(String name) {
        return members.remove(name);
    }

    /** The member's text. */
    public String require(String name) {
        String text = raw(name);
        if (text == null) {
            throw new InvalidJsonException("the member " + name + " is missing", null);
        }
        return text;
    }

    /** A string. */
    public String text(String name) {
        return string(name, require(name));
    }

    /** A string; null if there is none. */
    public @Nullable String optionalText(String name) {
        String text = raw(name);
        return text == null ? null : string(name, text);
    }

    /** A whole number of 64 bits. */
    public long number(String name) {
        return number(name, require(name));
    }

    /** A whole number of 64 bits; null if there is none. */
    public @Nullable Long optionalNumber(String name) {
        String text = raw(name);
        return text == null ? null : Long.valueOf(number(name, text));
    }

    /** A whole number of 32 bits, 0 if there is none. */
    public int count(String name) {
        String text = raw(name);
        return text == null ? 0 : integer(name, number(name, text));
    }

    /** A whole number of 32 bits; null if there is none. */
    public @Nullable Integer optionalInteger(String name) {
        Long value = optionalNumber(name);
        return value == null ? null : Integer.valueOf(integer(name, value));
    }

    /** A time in epoch milliseconds; null if there is none. */
    public @Nullable Instant optionalTime(String name) {
        Long value = optionalNumber(name);
        return value == null ? null : Instant.ofEpochMilli(value);
    }

    /** A time in epoch milliseconds. */
    public Instant time(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    /** Whether the member is there; it can only be {@code true}. */
    public boolean flag(String name) {
        String text = raw(name);
        if (text == null) {
            return false;
        }
        if (!text.equals("true")) {
            throw new InvalidJsonException("the member " + name + " can only be true, and is " + text, null);
        }
        return true;
    }

    /** True or false; a default if there is neither. */
    public boolean flag(String name, boolean otherwise) {
        String text = raw(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.equals("true") && !text.equals("false")) {
            throw new InvalidJsonException("the member " + name + " can be true or false, and is " + text, null);
        }
        return text.equals("true");
    }

    /** An object; null if there is none. */
    public @Nullable JsonFields optionalObject(String name) {
        String text = raw(name);
        return text == null ? null : JsonFields.of(text);
    }

    /** The texts of an array's elements; null if there is none. */
    public @Nullable List<String> optionalArray(String name) {
        String text = raw(name);
        if (text == null) {
            return null;
        }
        List<String> elements = new ArrayList<>();
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new InvalidJsonException("the member " + name + " is not an array", null);
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(exact(parser, text));
            }
        }
        return elements;
    }

    /** The strings of an array; null if there is none. */
    public @Nullable List<String> optionalTexts(String name) {
        List<String> elements = optionalArray(name);
        return elements == null
                ? null
                : elements.stream().map(element -> string(name, element)).toList();
    }

    /** Refuses what was not asked for: it may mean something. */
    public void end() {
        if (!members.isEmpty()) {
            throw new InvalidJsonException(
                    "nobody knows the member " + members.keySet().iterator().next(), null);
        }
    }

    private static String string(String name, String text) {
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new InvalidJsonException("the member " + name + " is not a string, but " + text, null);
            }
            return parser.getString();
        }
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidJsonException("the member " + name + " is not a whole number, but " + text, e);
        }
    }

    private static int integer(String name, long value) {
        if (value != (int) value) {
            throw new InvalidJsonException("the member " + name + " is not within 32 bits, but " + value, null);
        }
        return (int) value;
    }
}

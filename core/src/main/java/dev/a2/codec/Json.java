package dev.a2.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON value as its own text: valid, at most {@value #MAX_DEPTH} levels deep, kept to the byte.
 *
 * <p>Two values are {@linkplain #equals equal} when their texts are. {@link #sameValueAs} compares what they mean, as
 * APP-3 does. Checking costs one pass over the text.
 */
public final class Json {
    /** Deepest nesting of arrays and objects that any store accepts (VAL-5). */
    public static final int MAX_DEPTH = 512;

    /** The value {@code null}. */
    public static final Json NULL = new Json("null");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String text;

    private Json(String text) {
        this.text = text;
    }

    /**
     * A value from its text.
     *
     * @throws InvalidJsonException when the text is not one JSON value, nests too deep, or is not well-formed Unicode
     */
    public static Json of(String text) {
        if (!Strings.isWellFormed(text)) {
            throw new InvalidJsonException("the JSON text holds a lone surrogate; write it as an escape", null);
        }
        Json json = new Json(text);
        json.check();
        return json;
    }

    /**
     * A value from its UTF-8 bytes, which are copied.
     *
     * @throws InvalidJsonException as {@link #of}, and when the bytes are not UTF-8
     */
    public static Json ofUtf8(byte[] bytes) {
        return of(decode(bytes));
    }

    /** A value from text that a store checked when it was written: nothing is checked again. */
    public static Json trusted(String text) {
        return new Json(text);
    }

    /** A JSON string that holds this text. */
    public static Json string(String value) {
        return of(Strings.quote(value));
    }

    /** The text, exactly as it came in. */
    public String text() {
        return text;
    }

    /** The text's UTF-8 bytes, made anew. */
    public byte[] utf8() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The text's length in UTF-8 bytes; costs a look at the text. */
    public int size() {
        return Strings.utf8Length(text);
    }

    /** Whether this is the value {@code null}. */
    public boolean isNull() {
        return text.strip().equals("null");
    }

    /**
     * Whether both mean the same JSON value: members in any order, the last of equal names counts, numbers by their
     * value as IEEE doubles.
     */
    public boolean sameValueAs(Json other) {
        return equals(other) || JsonValues.read(parser()).equals(JsonValues.read(other.parser()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Json json && text.equals(json.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private JsonParser parser() {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    private void check() {
        try (JsonParser parser = parser()) {
            if (parser.nextToken() == null) {
                throw new InvalidJsonException("there is no JSON value in an empty text", null);
            }
            parser.skipChildren();
            if (parser.currentToken().isNumeric()) {
                parser.getNumberType();
            }
            if (parser.nextToken() != null) {
                throw new InvalidJsonException(
                        "something stands behind the JSON value at character "
                                + parser.currentTokenLocation().getCharOffset(),
                        null);
            }
        } catch (JacksonException e) {
            throw new InvalidJsonException("not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidJsonException("the JSON text is not UTF-8", e);
        }
    }
}

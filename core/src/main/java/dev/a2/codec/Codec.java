package dev.a2.codec;

import java.lang.reflect.Type;

/** Turns objects into payloads and back. Implementations are safe for many threads. */
public interface Codec {
    /**
     * The value's JSON.
     *
     * @throws CodecException when the value cannot be written
     */
    Json encode(Object value);

    /**
     * The object that the JSON stands for, an instance of {@code type}.
     *
     * @throws CodecException when the JSON does not fit the type
     */
    Object decode(Json json, Type type);
}

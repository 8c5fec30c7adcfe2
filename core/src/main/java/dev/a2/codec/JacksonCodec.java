package dev.a2.codec;

import java.lang.reflect.Type;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The default codec: Jackson with its own defaults, except that members which a record does not know are passed over,
 * so that older code reads what newer code wrote.
 */
public final class JacksonCodec implements Codec {
    private final JsonMapper mapper;

    /** A codec with the defaults. */
    public JacksonCodec() {
        this(JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build());
    }

    /** A codec over the application's own mapper. */
    public JacksonCodec(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public Json encode(Object value) {
        try {
            return Json.of(mapper.writeValueAsString(value));
        } catch (JacksonException | InvalidJsonException e) {
            throw new CodecException("cannot write " + value.getClass().getName() + " as JSON: " + e.getMessage(), e);
        }
    }

    @Override
    public Object decode(Json json, Type type) {
        try {
            return mapper.readValue(json.text(), mapper.constructType(type));
        } catch (JacksonException e) {
            throw new CodecException(
                    "cannot read the JSON as " + type.getTypeName() + ": " + e.getOriginalMessage(), e);
        }
    }
}

package dev.a2.cli;

import dev.a2.codec.Strings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A name as it is, or, where it begins with a quotation mark, as the JSON string that {@link Words#name} prints. */
final class NameConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
        String name = text.startsWith("\"") ? unquoted(text) : text;
        if (name.isEmpty()) {
            throw new TypeConversionException("a name must not be empty");
        }
        if (!Strings.isWellFormed(name)) {
            throw new TypeConversionException("a name must be well-formed Unicode");
        }
        return name;
    }

    private static String unquoted(String text) {
        try {
            JsonNode node = JsonMapper.shared().readTree(text);
            if (node.isString()) {
                return node.stringValue();
            }
        } catch (JacksonException e) {
            // The next line says what is wrong.
        }
        throw new TypeConversionException("what begins with \" must be a whole JSON string");
    }
}

package dev.a2.cli;

import dev.a2.codec.Json;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** JSON for people. */
final class JsonText {
    private JsonText() {}

    /** The value with indents; numbers as they are written. */
    static String pretty(Json value) {
        JsonMapper mapper = JsonMapper.shared();
        StringWriter text = new StringWriter();
        try (JsonParser parser = mapper.createParser(value.text());
                JsonGenerator generator =
                        mapper.writerWithDefaultPrettyPrinter().createGenerator(text)) {
            while (parser.nextToken() != null) {
                generator.copyCurrentEventExact(parser);
            }
        }
        return text.toString().replace("\r\n", "\n");
    }
}

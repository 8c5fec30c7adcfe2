package dev.a2.server.wire;

import dev.a2.codec.JsonFields;
import dev.a2.store.AttemptRef;
import dev.a2.store.HeadRef;
import java.util.ArrayList;
import java.util.List;

/** One attempt of a session's head, as workers name it on the wire. */
public record AttemptJson(String sessionId, AttemptRef attempt) {
    /** The attempt whose members are among these. */
    public static AttemptJson read(JsonFields fields) {
        String sessionId = fields.text("sessionId");
        String consumer = fields.text("consumer");
        String lane = fields.optionalText("lane");
        long index = fields.number("index");
        return new AttemptJson(sessionId, new AttemptRef(consumer, lane, index, fields.count("attempt")));
    }

    /** Each of an array's elements. */
    public static List<AttemptJson> readAll(List<String> elements) {
        List<AttemptJson> attempts = new ArrayList<>(elements.size());
        for (String element : elements) {
            JsonFields fields = JsonFields.withoutNulls(element);
            attempts.add(read(fields));
            fields.end();
        }
        return attempts;
    }

    /** A head of a session. */
    public static String head(String sessionId, HeadRef head) {
        return new WireLine()
                .text("sessionId", sessionId)
                .text("consumer", head.consumer())
                .text("lane", head.lane())
                .number("index", head.index())
                .toString();
    }
}

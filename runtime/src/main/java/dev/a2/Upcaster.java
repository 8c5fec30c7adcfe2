package dev.a2;

import dev.a2.codec.Json;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Turns the payload of an older event type into that of a newer one, each time it is read (RT-1). Pure. */
@FunctionalInterface
public interface Upcaster {
    /** The newer payload. */
    Json upcast(Json older);

    /** An upcaster that changes a JSON object's members. */
    static Upcaster object(UnaryOperator<ObjectNode> change) {
        JsonMapper mapper = JsonMapper.shared();
        return older -> {
            ObjectNode node = (ObjectNode) mapper.readTree(older.text());
            return Json.of(mapper.writeValueAsString(change.apply(node)));
        };
    }
}

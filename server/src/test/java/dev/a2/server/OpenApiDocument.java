package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The served OpenAPI document, and whether what travels is what it says. */
public final class OpenApiDocument {
    private static final OpenApiDocument SERVED = new OpenApiDocument();

    private final JsonMapper mapper = JsonMapper.shared();
    private final JsonNode document;
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, Schema> known = new ConcurrentHashMap<>();

    private OpenApiDocument() {
        InputStream resource = OpenApiDocument.class.getResourceAsStream("/dev/a2/server/openapi.json");
        document = mapper.readTree(Objects.requireNonNull(resource));
    }

    /** The one of this build. */
    public static OpenApiDocument served() {
        return SERVED;
    }

    /** Every operation, as {@code GET /healthz}. */
    public Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.get("paths")
                .propertyStream()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method ->
                                operations.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** Fails if a successful request's body, or any JSON answer, is not what the document says. */
    public void check(String method, String path, String request, int status, String type, String answer) {
        JsonNode operation = operation(method, path);
        if (operation == null) {
            return;
        }
        if (status == 200 && !request.isEmpty()) {
            check(operation.at("/requestBody/content/application~1json/schema"), request, method + " " + path);
        }
        JsonNode response = operation.get("responses").path(Integer.toString(status));
        if (response.isMissingNode()) {
            response = operation.get("responses").path("default");
        }
        JsonNode content = response.path("content").path(type.replaceAll(";.*", ""));
        assertThat(content.isMissingNode())
                .as(method + " " + path + " answered " + status + " with " + type
                        + ", of which the document knows nothing")
                .isFalse();
        if (type.contains("json")) {
            check(content.get("schema"), answer, method + " " + path + " answered " + status);
        }
    }

    private void check(JsonNode schema, String json, String what) {
        List<Error> errors = schema(schema).validate(json, InputFormat.JSON);
        assertThat(errors).as(what + ": " + json).isEmpty();
    }

    private Schema schema(JsonNode schema) {
        return known.computeIfAbsent(schema.toString(), text -> {
            ObjectNode root = ((ObjectNode) schema).deepCopy();
            root.set("components", document.get("components"));
            return schemas.getSchema(root);
        });
    }

    private @Nullable JsonNode operation(String method, String path) {
        String bare = path.replaceAll("\\?.*", "");
        for (Map.Entry<String, JsonNode> entry : document.get("paths").properties()) {
            String pattern =
                    Pattern.compile("\\{[^}]*}").matcher(entry.getKey()).replaceAll("[^/]+");
            JsonNode operation = entry.getValue().get(method.toLowerCase(java.util.Locale.ROOT));
            if (operation != null && bare.matches(pattern)) {
                return operation;
            }
        }
        return null;
    }
}

package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The document is served and describes the routes; {@link ServerFixture} holds every answer of every test against it. */
class OpenApiTest {
    @Test
    void theDocumentDescribesEveryRoute() {
        try (ServerFixture fixture = ServerFixture.open()) {
            List<String> described = fixture.server().operations().stream()
                    .filter(operation -> !operation.equals("GET /")
                            && !operation.startsWith("GET /console")
                            && !operation.startsWith("GET /client/"))
                    .toList();
            assertThat(OpenApiDocument.served().operations()).containsExactlyInAnyOrderElementsOf(described);
        }
    }

    @Test
    void theDocumentIsServed() {
        try (ServerFixture fixture = ServerFixture.open()) {
            HttpResponse<String> served = fixture.get("/openapi.json");
            assertThat(served.statusCode()).isEqualTo(200);
            assertThat(served.body()).contains("\"openapi\": \"3.1.0\"");
        }
    }
}

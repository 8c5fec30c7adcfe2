package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The document is served and describes the routes; {@link ServerFixture} holds every answer of every test against it. */
class OpenApiTest {
    @Test
    void theDocumentDescribesEveryRoute() {
        try (ServerFixture fixture = ServerFixture.open()) {
            assertThat(fixture.server().operations())
                    .filteredOn(operation -> !operation.equals("GET /")
                            && !operation.startsWith("GET /console")
                            && !operation.startsWith("GET /client/"))
                    .allSatisfy(operation ->
                            assertThat(OpenApiDocument.served().operations()).contains(operation));
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

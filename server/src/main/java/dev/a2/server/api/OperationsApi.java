package dev.a2.server.api;

import dev.a2.server.engine.Readiness;
import dev.a2.server.http.HttpReply;
import dev.a2.server.metrics.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** What operators and their machines look at. */
final class OperationsApi {
    private final Readiness readiness;
    private final Metrics metrics;
    private final byte[] openApi;

    OperationsApi(Readiness readiness, Metrics metrics) {
        this.readiness = readiness;
        this.metrics = metrics;
        this.openApi = openApi();
    }

    private static byte[] openApi() {
        try (InputStream document = OperationsApi.class.getResourceAsStream("/dev/a2/server/openapi.json")) {
            return Objects.requireNonNull(document).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Route> routes() {
        return List.of(
                Route.get("/healthz", Right.PUBLIC, call -> HttpReply.json("{\"status\":\"ok\"}")),
                Route.get("/readyz", Right.PUBLIC, this::ready),
                Route.get("/metrics", Right.READ, this::scrape),
                Route.get(
                        "/openapi.json",
                        Right.PUBLIC,
                        call -> HttpReply.bytes(200, "application/openapi+json", openApi.clone())));
    }

    private HttpReply ready(Call call) {
        readiness.check();
        return HttpReply.json("{\"status\":\"ready\"}");
    }

    private HttpReply scrape(Call call) {
        return HttpReply.text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
    }
}

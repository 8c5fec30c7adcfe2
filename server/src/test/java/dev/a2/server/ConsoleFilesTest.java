package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SRV-9, F70. */
class ConsoleFilesTest {
    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/console/, text/html; charset=utf-8",
        "/console/index.html, text/html; charset=utf-8",
        "/console/app.js, text/javascript; charset=utf-8",
        "/console/base.css, text/css; charset=utf-8",
        "/console/favicon.svg, image/svg+xml",
        "/client/a2.js, text/javascript; charset=utf-8"
    })
    void filesComeUnderAStrictPolicy(String path, String type) {
        HttpResponse<String> file = fixture.get(path);

        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Type")).contains(type);
        assertThat(file.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(file.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        String tag = file.headers().firstValue("ETag").orElseThrow();
        assertThat(fixture.get(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/console"})
    void theFrontDoorLeadsToTheConsole(String path) {
        HttpResponse<String> reply = fixture.get(path);
        assertThat(reply.statusCode()).isEqualTo(302);
        assertThat(reply.headers().firstValue("Location")).contains("/console/");
    }

    @Test
    void thePageHoldsNoScriptOfItsOwn() {
        String page = fixture.get("/console/").body();
        assertThat(page).doesNotContain("<style").doesNotContain(" style=").doesNotContain("onload=");
        assertThat(page.replaceAll("<script [^>]*></script>", "")).doesNotContain("<script");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/../openapi.json",
                "/console/%2e%2e/openapi.json",
                "/console/..%2fopenapi.json",
                "/console/%252e%252e/openapi.json",
                "/console//index.html",
                "/console/index.html.",
                "/console/index.html/",
                "/console/INDEX.html",
                "/console/..%5copenapi.json",
                "/console/index.html%00.js",
                "/dev/a2/server/openapi.json"
            })
    void nothingElseIsServed(String path) {
        assertThat(fixture.get(path).statusCode()).isIn(400, 404);
    }
}

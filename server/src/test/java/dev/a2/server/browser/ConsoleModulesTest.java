package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The parts of the console that compute: JSON as text, differences, rows, metrics. */
@InBrowser
class ConsoleModulesTest {
    private static ServerFixture fixture;

    private final Browser browser;

    ConsoleModulesTest(Browser browser) {
        this.browser = browser;
    }

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void fresh() {
        browser.fresh();
        new Console(browser, fixture.server()).open("#/metrics");
    }

    @Test
    void jsonIsTakenApartWithoutBeingChanged() {
        Object found = browser.await("""
                const {parseAround, level} = await import('/console/raw-json.js');
                const text = '{ "a" : [1.10e3, -0, 12345678901234567890.10], "payload" : {"x":1, "x":2, "\\\\"}]":"\\\\u0041\\\\\\\\"} }';
                const whole = parseAround(text, 'payload');
                return [whole.a.length, whole.payload.text, level(whole.payload.text).entries.map(e => e.join('=')).join(' '),
                    level('[1.10e3,-0]').entries.map(e => e[1]).join(' '), level(' true ').kind, level('"\\\\ud83d\\\\ude42"').value];
                """);

        assertThat(found)
                .isEqualTo(List.of(
                        3L,
                        "{\"x\":1, \"x\":2, \"\\\"}]\":\"\\u0041\\\\\"}",
                        "x=1 x=2 \"}]=\"\\u0041\\\\\"",
                        "1.10e3 -0",
                        "word",
                        "🙂"));
    }

    @Test
    void jsonOfAnyDepthIsPassedOver() {
        Object found = browser.await("""
                const {parseAround} = await import('/console/raw-json.js');
                const deep = '['.repeat(100000) + ']'.repeat(100000);
                const refused = text => { try { parseAround(text, 'payload'); return false; } catch (e) { return e instanceof SyntaxError; } };
                return [parseAround(`{"payload":${deep}}`, 'payload').payload.text.length,
                    ...['', '{', '{"a"}', '[1,]', '{} x', '"abc', 'nul'].map(refused)];
                """);

        assertThat(found).isEqualTo(List.of(200_000L, true, true, true, true, true, true, true));
    }

    @Test
    void differencesAreFoundPlaceByPlace() {
        Object found = browser.await("""
                const {difference} = await import('/console/json-diff.js');
                const d = difference('{"a":1,"b":[1,2,3],"c":"A","d":{"e":1.0},"gone":null}', '{"b":[1,5],"a":1,"c":"\\\\u0041","d":{"e":1.00},"new":{}}');
                return [d.added, d.changed, d.removed, d.at(['b', 1]), d.at(['b']), d.at(['new']), d.at(['c']), d.at(['d', 'e']),
                    d.removedAt([]), d.removedAt(['b'])];
                """);

        assertThat(found)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly(
                        1L,
                        2L,
                        2L,
                        Map.of("sign", "~", "was", "2"),
                        Map.of("sign", "·"),
                        Map.of("sign", "+"),
                        null,
                        Map.of("sign", "~", "was", "1.0"),
                        List.of(List.of("gone", "null")),
                        List.of(List.of(2L, "3")));
    }

    @Test
    void namesThatHideAreMadeVisible() {
        Object found = browser.await("""
                const {visible} = await import('/console/format.js');
                return visible('a\\u0000b\\u202Ec\\u200Bd\\ne');
                """);

        assertThat(found).isEqualTo("a⟨U+0000⟩b⟨U+202E⟩c⟨U+200B⟩d⟨U+000A⟩e");
    }

    @Test
    void lanesGetTracksAsLongAsThereIsRoom() {
        Object found = browser.await("""
                const {Tracks} = await import('/console/tracks.js');
                const tracks = new Tracks();
                const first = [tracks.of('a', 'x'), tracks.of('a', 'y'), tracks.of('b', null), tracks.of('a', 'x')];
                for (let i = 0; i < 10; i++) tracks.of('a', `lane ${i}`);
                const shared = [tracks.of('a', 'x'), tracks.of('a', 'lane 9'), tracks.of('b', null)];
                for (let i = 0; i < 10; i++) tracks.of(`consumer ${i}`, null);
                return [...first, ...shared, tracks.of('consumer 8', null), tracks.count];
                """);

        assertThat(found).isEqualTo(List.of(1L, 2L, 3L, 1L, 1L, 1L, 2L, 7L, 7L));
    }

    @Test
    void metricsAreReadAndTheirQuantilesEstimated() {
        Object found = browser.await("""
                const {parseMetrics, total, buckets, quantile} = await import('/console/prometheus.js');
                const text = n => `# HELP a2_x_seconds how long\\n# TYPE a2_x_seconds histogram\\na2_x_seconds_bucket{r="a\\\\"b",le="0.1"} ${n}\\n`
                    + `a2_x_seconds_bucket{r="a\\\\"b",le="0.2"} ${2 * n}\\na2_x_seconds_bucket{r="a\\\\"b",le="+Inf"} ${2 * n}\\n`
                    + '# TYPE a2_c_total counter\\na2_c_total{k="1"} 2\\na2_c_total{k="2"} 3.5\\n';
                const [was, is] = [parseMetrics(text(0)), parseMetrics(text(10))];
                return [total(is.get('a2_c_total')), is.get('a2_x_seconds').samples[0].labels.r,
                    quantile(0.5, buckets(was.get('a2_x_seconds')), buckets(is.get('a2_x_seconds'))),
                    Number.isNaN(quantile(0.5, buckets(is.get('a2_x_seconds')), buckets(is.get('a2_x_seconds'))))];
                """);

        assertThat(found).isEqualTo(List.of(5.5, "a\"b", 0.1, true));
    }
}

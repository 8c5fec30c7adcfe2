package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.store.AppendRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every name and text that strangers choose is shown as text, wherever the console shows it (SRV-9, F65). */
@InBrowser
class ConsoleHostileTest {
    private static final String IMAGE = "<img src=x onerror=\"window.pwned=1\">";
    private static final String SCRIPT = "</script><script>window.pwned=1</script>";
    private static final String LINK = "javascript:window.pwned=1";
    private static final String SESSION = IMAGE + SCRIPT + LINK + "'\"`${window.pwned=1}\u202e\u0000/..%2F#?&";

    private static ServerFixture fixture;

    private final Browser browser;
    private final Console console;

    ConsoleHostileTest(Browser browser) {
        this.browser = browser;
        this.console = new Console(browser, fixture.server());
    }

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.contract(Shop.CONTRACT));
        Shop shop = new Shop(fixture.store(), SESSION);
        String payload =
                "{" + Json.string(IMAGE).text() + ":" + Json.string(SCRIPT).text() + ",\"__proto__\":"
                        + Json.string(LINK).text() + ",\"constructor\":{\"prototype\":["
                        + Json.string(IMAGE).text() + "]}}";
        NewEvent event = NewEvent.of(IMAGE + LINK, SCRIPT + IMAGE, Json.of(payload));
        shop.append(event.to(Target.lane(IMAGE, SCRIPT), Target.each(SCRIPT + LINK)));
        shop.append(NewEvent.of(SCRIPT, LINK, Json.string(IMAGE)).to(Target.lane(IMAGE, SCRIPT)));
        fixture.store().failAttempt(new FailRequest(SESSION, shop.claim(IMAGE), IMAGE + "\n\tat " + SCRIPT, 1, null));
        shop.complete(
                shop.claim(SCRIPT + LINK),
                NewEvent.of(null, IMAGE, Json.of(payload)).to(Target.each(LINK)));
        shop.claim(LINK, IMAGE + SCRIPT, Duration.ofMinutes(5));
        fixture.store()
                .setPresence(new PresenceUpdate(
                        SESSION,
                        IMAGE,
                        Map.of(SCRIPT, Json.string(IMAGE), "", Json.of(payload)),
                        0,
                        Instant.now().truncatedTo(ChronoUnit.MILLIS),
                        Duration.ofMinutes(5)));
        fixture.store()
                .append(AppendRequest.of(
                        LINK,
                        NewEvent.of(
                                null,
                                "order.placed",
                                Json.of("{\"order\":" + Json.string(IMAGE).text() + "}"))));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void fresh() {
        browser.fresh();
    }

    @Test
    void inTheListOfSessions() {
        console.open("");
        browser.untilText(".session-row .id", IMAGE);
        assertHarmless();

        browser.type(".search input", IMAGE);
        browser.untilText(".search button", "<img");
        browser.type(".search input", SCRIPT);
        browser.untilText(".empty", "No loaded session");
        assertHarmless();
    }

    @Test
    void inTheTimelineAndInAnEvent() {
        console.openSession(SESSION, "timeline");
        browser.untilText(".event .type", "<img");
        browser.untilText(".event .head", "<img");
        browser.untilText(".legend", "</script>");
        console.untilEdge(1, 3);
        assertHarmless();

        for (int index = 1; index <= 3; index++) {
            console.openSession(SESSION, "timeline?index=" + index);
            browser.untilText(".detail header .index", "#" + index);
            browser.untilText(".detail .json", "<img");
            assertHarmless();
        }
        browser.untilText(".detail .doing.claimed", "attempt 1");
    }

    @Test
    void inWorkDeadLettersAndPresence() {
        console.openSession(SESSION, "work");
        browser.untilText(".work-card", "<img");
        browser.script("document.querySelectorAll('details').forEach(each => each.open = true)");
        browser.untilText("pre.error", "at </script>");
        assertHarmless();

        console.openSession(SESSION, "dead");
        browser.untilText(".dead-letter pre.error", "<img");
        browser.script("document.querySelectorAll('details').forEach(each => each.open = true)");
        browser.click("[data-action=skip]");
        browser.untilText("dialog", "<img");
        assertHarmless();
        browser.pressEscape();

        console.openSession(SESSION, "presence");
        browser.untilText(".card h2", "<img");
        browser.untilText(".card", "</script>");
        assertHarmless();

        console.open("#/dead");
        browser.untilText(".all-dead h2", "<img");
        assertHarmless();
    }

    @Test
    void inStatesQuestionsAndAddresses() {
        console.openSession(LINK, "state");
        browser.untilText(".entry.added", "<img");
        assertHarmless();

        browser.click(".facts-line button");
        browser.untilText("dialog code", LINK);
        assertHarmless();

        console.open("#/session/" + IMAGE + "/" + SCRIPT + "?index=" + IMAGE + "&type=" + SCRIPT);
        browser.untilText("h1", "<img");
        console.open("#/" + IMAGE + "?state=" + SCRIPT);
        browser.untilText("h1", "Sessions");
        assertHarmless();
    }

    private void assertHarmless() {
        assertThat(browser.script("return window.pwned === undefined && {}.pwned === undefined"))
                .isEqualTo(true);
        assertThat(browser.count(
                        "img, iframe, object, embed, script:not([src]), body script, [onerror], [style*=expression]"))
                .isZero();
        assertThat(browser.count("a[href^='javascript' i], [src^='javascript' i]"))
                .isZero();
        browser.assertNoComplaints();
    }
}

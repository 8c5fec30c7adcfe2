package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A long session, and many of them: only what is in sight exists in the page. */
@InBrowser
class ConsoleScaleTest {
    private static final int EVENTS = 100_000;
    private static final int SESSIONS = 10_000;
    private static final int BATCH = 1_000;
    private static final long ROWS = 60;

    private static ServerFixture fixture;

    private final Browser browser;
    private final Console console;

    ConsoleScaleTest(Browser browser) {
        this.browser = browser;
        this.console = new Console(browser, fixture.server());
    }

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 1; i <= EVENTS; i++) {
            batch.add(NewEvent.of("e" + i, i % 1_000 == 0 ? "milestone" : "tick", Json.of("{\"n\":" + i + "}")));
            if (batch.size() == BATCH) {
                fixture.store().append(AppendRequest.of("long", batch));
                batch.clear();
            }
        }
        for (int i = 0; i < SESSIONS; i++) {
            NewEvent event = NewEvent.of(null, "tick", Json.NULL);
            fixture.store().append(AppendRequest.of(String.format("many-%05d", i), event));
        }
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
    void aSessionOfAHundredThousandEventsIsReadWhereOneLooks() {
        console.openSession("long", "timeline");
        console.untilEvent(EVENTS, "milestone");
        assertThat(browser.count(".event")).isBetween(1L, ROWS);

        browser.type(".jump input", "50000", Keys.ENTER);
        console.untilEvent(50_000, "milestone");
        browser.untilText(".detail .json", "50000");
        assertThat(browser.count(".event")).isBetween(1L, ROWS);

        browser.script("const list = document.querySelector('.virtual'); list.scrollTop = list.scrollHeight / 4");
        browser.until("document.querySelectorAll('.event .preview').length > 5"
                + " && Number(document.querySelector('.event').dataset.index) < 26000");
        browser.script("document.querySelector('.virtual').scrollTop = 0");
        console.untilEvent(1, "tick");
        assertThat(browser.count(".event")).isBetween(1L, ROWS);

        fixture.store().append(AppendRequest.of("long", NewEvent.of(null, "tick", Json.NULL)));
        browser.untilText(".pill", "1 new");
        browser.assertNoComplaints();
    }

    @Test
    void oneTypeOfAHundredThousandEventsIsFound() {
        console.openSession("long", "timeline?type=milestone");

        browser.untilText(".toolbar .muted", "100 events");
        console.untilEvent(EVENTS, "milestone");
    }

    @Test
    void tenThousandSessionsAreScrolledThrough() {
        console.open("#/sessions");
        browser.untilText(".session-row .id", "many-00000");

        browser.await("const list = document.querySelector('.virtual');"
                + "while (!document.querySelector('.sessions').innerText.includes('many-09999')) {"
                + "  list.scrollTop = list.scrollHeight;"
                + "  await new Promise(done => setTimeout(done, 5));"
                + "}");

        browser.untilText(".session-row .id", "many-09999");
        browser.untilText(".tally-line", "10,001 sessions");
        assertThat(browser.count(".session-row")).isBetween(1L, ROWS);
        browser.type(".search input", "many-0123");
        browser.until("document.querySelectorAll('.session-row').length === 10");
        browser.assertNoComplaints();
    }
}

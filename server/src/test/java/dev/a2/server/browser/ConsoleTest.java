package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Event;
import dev.a2.store.Served;
import dev.a2.store.When;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What people do with the console. */
@InBrowser
class ConsoleTest {
    private static ServerFixture fixture;

    private final Browser browser;
    private final Console console;

    ConsoleTest(Browser browser) {
        this.browser = browser;
        this.console = new Console(browser, fixture.server());
    }

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.contract(Shop.CONTRACT));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void fresh() {
        browser.fresh();
    }

    @AfterEach
    void noComplaints() {
        browser.assertNoComplaints();
    }

    @Test
    void sessionsAreListedFoundAndOpened() {
        shop("list/one").run(2);
        shop("list/two").place("B-1");
        console.open("");

        browser.untilText(".session-row .id", "list/one");
        browser.untilText(".session-row .chips", "billing");
        browser.press("/");
        browser.press("list/t");
        browser.until("document.querySelectorAll('.session-row').length === 1");
        browser.press(Keys.ARROW_DOWN, Keys.ENTER);

        browser.untilText("h1", "list/two");
        console.untilEvent(1, "order.placed");
    }

    @Test
    void theTimelineGrowsByItselfAndDrawsCauses() {
        Shop shop = shop("live");
        console.openSession("live", "timeline");
        browser.untilText(".empty", "No events yet");

        Event placed = shop.place("A-1");
        console.untilEvent(1, "order.placed");
        shop.complete(shop.claim("billing"), Shop.event("payment.captured", "A-1"));

        console.untilEvent(2, "payment.captured");
        console.untilEdge(placed.index(), 2);
        browser.untilText(".legend", "billing");
        assertThat(browser.text("#event-1 .preview")).contains("12345678901234567890.10");
    }

    @Test
    void anEventIsShownInFullWithItsCauseAndWhatItMade() {
        shop("detail").run(1);
        console.openSession("detail", "timeline?index=2");

        browser.untilText(".detail .facts", "billing attempt 1");
        browser.untilText(".detail", "parcel.packed");
        browser.untilText(".detail .json", "total: 12345678901234567890.10");
        browser.untilText(".detail .json", "kettle-14");

        browser.press("c");
        browser.untilText(".detail header .index", "#1");
        browser.untilText(".detail .facts", "from outside");
        browser.pressEscape();
        browser.until("document.querySelector('.detail').hidden");
    }

    @Test
    void headsShowAttemptsFailuresAndClaimsCountingDown() {
        Shop shop = shop("heads");
        shop.place("A-1");
        shop.fail("billing", "card declined", 8);
        shop.claim("billing");
        console.openSession("heads", "timeline");

        browser.untilText("#event-0 .head.claimed", "attempt 2");
        browser.until("document.querySelector('.graph .ring.claimed')");
        String before = browser.text("#event-0 .countdown");
        browser.until("document.querySelector('#event-0 .countdown').innerText !== " + Browser.quoted(before));

        console.openSession("heads", "work");
        browser.untilText(".work-card", "worker-1");
        browser.untilText(".work-card .error summary", "card declined");
    }

    @Test
    void theStateTravelsInTimeAndShowsWhatEachStepChanged() {
        shop("travel").run(2);
        console.openSession("travel", "state?index=1");

        browser.untilText(".entry.added", "\"placed\"");
        browser.press(Keys.ARROW_RIGHT);
        browser.untilText(".entry.changed", "\"placed\" → \"paid\"");
        browser.untilText(".step", "payment.captured");

        browser.script("const slider = document.querySelector('.slider'); slider.value = 4;"
                + "slider.dispatchEvent(new Event('input'))");
        browser.untilText(".entry.removed", "A-1000");
        browser.untilText(".tally.removed", "1");
        browser.until("location.hash.includes('index=4')");
    }

    @Test
    void aDeadLetterIsTriedAgainAndAnotherSkipped() {
        Shop shop = shop("dead");
        shop.place("A-1");
        shop.place("A-2");
        shop.fail("billing", "no such card\n\tat Billing.charge(Billing.java:7)", 1);
        shop.fail("billing", "no such bank", 1);
        console.openSession("dead", "dead");

        browser.untilText(".dead-letter pre.error", "at Billing.charge");
        browser.click(".dead-letter [data-action=retry]");
        browser.until("document.querySelectorAll('.dead-letter').length === 1");
        AttemptRef again = shop.claim("billing");
        assertThat(again.index()).isEqualTo(1);
        assertThat(again.attempt()).isEqualTo(2);

        browser.click(".dead-letter [data-action=skip]");
        browser.click("dialog .danger");
        browser.untilText(".empty", "No dead letters");
        assertThat(fixture.store()
                        .claimAvailable(ClaimRequest.of("dead", "w", When.after(Duration.ofMinutes(1)))
                                .serving(Served.named("billing"))))
                .isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    void deadLettersOfAllSessionsStandTogether() {
        Shop shop = shop("dead/elsewhere");
        shop.place("A-1");
        shop.fail("billing", "far away", 1);
        console.open("#/dead");

        browser.untilText(".all-dead h2", "dead/elsewhere");
        browser.untilText(".all-dead pre.error", "far away");
    }

    @Test
    void aSessionIsClearedOnlyAfterItsNameWasTyped() {
        shop("to clear").run(1);
        console.openSession("to clear", "timeline");
        console.untilEvent(4, "mail.sent");

        browser.click(".facts-line button");
        browser.until("document.querySelector('dialog .danger').disabled");
        browser.type("dialog input", "to clear");
        browser.click("dialog .danger");

        console.untilEvent(5, "a2.clear");
        browser.untilText(".facts-line", "cleared at 5");
        browser.until("document.querySelectorAll('.event').length === 1");
        shop("to clear").place("A-9");
        console.untilEvent(6, "order.placed");
    }

    @Test
    void followingEndsWhenOneLooksBackAndComesBackByAClick() {
        Shop shop = shop("follow");
        shop.run(20);
        console.openSession("follow", "timeline");
        console.untilEvent(80, "mail.sent");

        browser.script("document.querySelector('.virtual').scrollTop = 0");
        console.untilEvent(1, "order.placed");
        browser.until("document.querySelector('.timeline .toggle').getAttribute('aria-pressed') === 'false'");
        shop.place("A-new");

        browser.untilText(".pill", "1 new");
        browser.click(".pill");
        console.untilEvent(81, "order.placed");
        browser.until("document.querySelector('.pill').hidden");
    }

    @Test
    void theTimelineShowsOneTypeOnly() {
        shop("types").run(5);
        console.openSession("types", "timeline");
        console.untilEvent(20, "mail.sent");

        browser.script("const select = document.querySelector('.toolbar select'); select.value = 'parcel.packed';"
                + "select.dispatchEvent(new Event('change'))");

        browser.until("document.querySelectorAll('.event').length === 5");
        console.untilEvent(3, "parcel.packed");
    }

    @Test
    void theKeyboardIsEnough() {
        shop("keys").run(3);
        console.openSession("keys", "timeline");
        console.untilEvent(12, "mail.sent");

        browser.press("k", Keys.ENTER);
        browser.until("!document.querySelector('.detail').hidden");
        browser.press("k");
        browser.until("location.hash.includes('index=10')");
        browser.press("2");
        browser.until("document.querySelector('.slider')");
        browser.press("?");
        browser.untilText("dialog h2", "Keys");
        browser.pressEscape();
        browser.untilGone("dialog");
        browser.press("g", "m");
        browser.untilText("h1", "Metrics");
        browser.press("t");
        browser.until("document.documentElement.dataset.theme === 'dark'");
    }

    @Test
    void twoTabsSeeWhoIsThere() {
        shop("together").place("A-1");
        console.openSession("together", "presence");
        browser.tab();
        console.openSession("together", "timeline");
        browser.untilGone(".faces .face");

        say("together", "Ada Lovelace", "{\"typing\":true,\"at\":{\"line\":7}}");

        browser.until("document.querySelector('.faces .face')?.innerText === 'AL'");
        browser.tab(0);
        browser.untilText(".card h2", "Ada Lovelace");
        browser.untilText(".card", "{\"line\":7}");
        say("together", "grace", "{\"typing\":false}");
        browser.until("document.querySelectorAll('.presence .card').length === 2");
    }

    @Test
    void manyTabsOfOneSessionStayLive() {
        Shop shop = shop("tabs");
        shop.place("A-0");
        console.openSession("tabs", "timeline");
        for (int i = 0; i < 7; i++) {
            browser.tab();
            console.openSession("tabs", "timeline");
        }

        shop.place("A-1");
        console.untilEvent(2, "order.placed");
        browser.tab(0);
        console.untilEvent(2, "order.placed");
    }

    @Test
    void whatHappenedWhileOfflineIsThereAfterwards() {
        Shop shop = shop("offline");
        shop.place("A-1");
        console.openSession("offline", "timeline");
        console.untilEvent(1, "order.placed");

        browser.online(false);
        shop.run(2);
        browser.online(true);

        console.untilEvent(9, "mail.sent");
        console.untilEdge(8, 9);
    }

    private Shop shop(String session) {
        return new Shop(fixture.store(), session);
    }

    private static void say(String session, String participant, String values) {
        String path = ServerFixture.session(session, "/presence/" + Browser.encoded(participant));
        assertThat(fixture.put(path, "{\"values\":" + values + ",\"ttlMs\":60000}")
                        .statusCode())
                .isEqualTo(200);
    }
}

package dev.a2.server.browser;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every view in light, in dark and on a phone, as pictures in {@code target/screenshots} for people to look at. */
@InBrowser
class ConsoleScreenshotsTest {
    private static final String SESSION = "spring orders/2026";
    private static final Map<String, String> VIEWS = Map.of(
            "sessions", "#/sessions",
            "timeline", Console.address(SESSION, "timeline"),
            "event", Console.address(SESSION, "timeline?index=42"),
            "state", Console.address(SESSION, "state?index=44"),
            "work", Console.address(SESSION, "work"),
            "dead", Console.address(SESSION, "dead"),
            "presence", Console.address(SESSION, "presence"),
            "metrics", "#/metrics");

    private final Browser browser;

    ConsoleScreenshotsTest(Browser browser) {
        this.browser = browser;
    }

    @Test
    void everyViewHasItsPicture() {
        try (ServerFixture fixture = ServerFixture.open(options -> options.contract(Shop.CONTRACT))) {
            fill(fixture);
            browser.fresh();
            Console console = new Console(browser, fixture.server());
            console.open("");
            for (String theme : List.of("light", "dark", "phone")) {
                browser.size(theme.equals("phone") ? 360 : 1280, theme.equals("phone") ? 740 : 800);
                browser.script(
                        "document.documentElement.dataset.theme = arguments[0]",
                        theme.equals("dark") ? "dark" : "light");
                VIEWS.forEach((view, address) -> {
                    console.go(address);
                    browser.until("document.querySelector('h1') && !document.querySelector('.loading, .shimmer')");
                    browser.until("!document.querySelector('.graph') || document.querySelector('.graph .dot')");
                    browser.until("!document.querySelector('.plots') || document.querySelector('.plots .plot')");
                    browser.screenshot(view + "-" + theme);
                });
            }
        }
        browser.assertNoComplaints();
    }

    private static void fill(ServerFixture fixture) {
        Shop shop = new Shop(fixture.store(), SESSION);
        shop.run(12);
        for (int i = 0; i < 5; i++) {
            shop.place("B-" + i);
        }
        shop.complete(
                shop.claim("billing"), Shop.event("payment.captured", "B-0").to(Target.lane("shipping", "north")));
        shop.fail("billing", "java.net.SocketTimeoutException: Read timed out\n\tat shop.Bank.charge(Bank.java:51)", 8);
        shop.claim("billing", "worker-2", Duration.ofSeconds(40));
        shop.fail("billing", "shop.CardRefused: no such card\n\tat shop.Bank.charge(Bank.java:88)", 1);
        shop.claim("shipping");
        shop.append(NewEvent.of(null, "customer.rated", Json.of("{\"stars\":5}")));
        for (String name : List.of("Ada Lovelace", "grace", "Linus")) {
            fixture.store()
                    .setPresence(new PresenceUpdate(
                            SESSION,
                            name,
                            Map.of("typing", Json.of("true"), "at", Json.of("{\"index\":42}")),
                            0,
                            Instant.now().truncatedTo(ChronoUnit.MILLIS),
                            Duration.ofMinutes(1)));
        }
        for (String other : List.of("cart/7", "cart/8", "winter orders/2025")) {
            new Shop(fixture.store(), other).run(3);
        }
        new Shop(fixture.store(), "cart/9").place("C-1");
    }
}

package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.A2Server;
import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that wants a token. */
@InBrowser
class ConsoleSignInTest {
    private static final NewApiToken TOKEN = NewApiToken.make("operator", EnumSet.allOf(Role.class));

    private final Browser browser;

    ConsoleSignInTest(Browser browser) {
        this.browser = browser;
    }

    @BeforeEach
    void fresh() {
        browser.fresh();
    }

    @Test
    void aTokenIsAskedForAndStaysOutOfTheAddress() {
        AccessOptions access = AccessOptions.open().tokens(List.of(TOKEN.kept()));
        try (SessionStore store = MemoryStore.open();
                A2Server server = A2Server.open(
                        store, ServerOptions.defaults().listen("127.0.0.1", 0).access(access))) {
            new Shop(store, "secret/1").run(1);
            Console console = new Console(browser, server);
            console.open(Console.address("secret/1", "timeline"));
            browser.type("#token", "not this one");
            browser.click(".sign-in .primary");
            browser.untilText(".sign-in", "does not accept");

            browser.type("#token", TOKEN.text());
            browser.click(".sign-in .primary");

            console.untilEvent(4, "mail.sent");
            console.untilLive();
            assertThat(browser.script("return location.href + JSON.stringify(localStorage)"))
                    .asString()
                    .doesNotContain(TOKEN.text());
            assertThat(browser.script("return performance.getEntriesByType('resource').map(e => e.name).join()"))
                    .asString()
                    .contains("/v1/sessions/")
                    .doesNotContain(TOKEN.text())
                    .doesNotContain("token=");
            browser.click("[aria-label='Sign out']");
            browser.until("document.querySelector('#token')");
        }
        browser.assertNoComplaints();
    }
}

package dev.a2.server.browser;

import dev.a2.server.A2Server;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that goes and comes back. */
@InBrowser
class ConsoleRestartTest {
    private final Browser browser;

    ConsoleRestartTest(Browser browser) {
        this.browser = browser;
    }

    @BeforeEach
    void fresh() {
        browser.fresh();
    }

    @Test
    void theTimelineGoesOnAfterTheServerStartedAnew() {
        try (SessionStore store = MemoryStore.open()) {
            Shop shop = new Shop(store, "restart");
            int port;
            try (A2Server server = A2Server.open(store, ServerOptions.defaults().listen("127.0.0.1", 0))) {
                port = server.address().getPort();
                shop.place("A-1");
                new Console(browser, server).openSession("restart", "timeline");
            }
            browser.until("document.querySelector('.status').dataset.status === 'reconnecting'");
            shop.place("A-2");

            try (A2Server server = A2Server.open(store, ServerOptions.defaults().listen("127.0.0.1", port))) {
                Console console = new Console(browser, server);
                console.untilEvent(2, "order.placed");
                console.untilLive();
                shop.place("A-3");
                console.untilEvent(3, "order.placed");
            }
        }
    }
}

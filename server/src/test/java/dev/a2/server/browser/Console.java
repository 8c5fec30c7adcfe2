package dev.a2.server.browser;

import dev.a2.server.A2Server;
import java.net.URI;

/** What a person does with the console, in a browser. */
final class Console {
    private final Browser browser;
    private final URI server;

    Console(Browser browser, A2Server server) {
        this.browser = browser;
        this.server = server.address();
    }

    /** Opens what an address's hash says. */
    void open(String hash) {
        browser.open(server + "/console/" + hash);
    }

    /** Goes on to what an address's hash says, within the page. */
    void go(String hash) {
        browser.script("location.hash = arguments[0]", hash);
    }

    /** Opens a view of a session and waits until it is live. */
    void openSession(String session, String view) {
        open(address(session, view));
        untilLive();
    }

    void untilLive() {
        browser.until("document.querySelector('.status')?.dataset.status === 'live'");
    }

    static String address(String session, String view) {
        return "#/session/" + Browser.encoded(session) + "/" + view;
    }

    /** Waits until the timeline shows an event of this index and type, with all that is known of it. */
    void untilEvent(long index, String type) {
        browser.until("document.querySelector('.event[data-index=\"" + index + "\"] .type')?.innerText === "
                + Browser.quoted(type));
    }

    /** Waits until the timeline draws an edge from an event to one that it caused. */
    void untilEdge(long from, long to) {
        browser.until("document.querySelector('.graph .edge[data-from=\"" + from + "\"][data-to=\"" + to + "\"]')");
    }
}

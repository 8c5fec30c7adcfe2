package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.ClearRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void tellsWhatHappenedWhyAndWhereEverybodyStands() {
        Orders.busy(shell, "order-1");

        assertThat(shell.run("show", "order-1").ok()).isEqualTo("""
                        order-1  3 events through 3

                             1  2023-11-14T22:13:20.000Z  placed
                             2  2023-11-14T22:13:21.500Z  └ paid                            ← 1 pay
                             3  2023-11-14T22:13:21.500Z    └ packed                        ← 2 pack

                        CONSUMER     KIND   DONE  HEAD  STATE
                        audit        log       0     1  free
                        billing      event           2  attempt 1 by worker-1, 1 min 15 s left
                        mail         event           1  on hold for 4.2 s, 1 failure
                        stock/north  lane      0     1  dead since 2023-11-14T22:13:21.500Z, 1 failure

                        Dead letters
                        1  placed  for stock/north  1 failure in 1 attempt, dead since 2023-11-14T22:13:21.500Z
                            java.lang.IllegalStateException: no stock
                                at shop.Stock.take(Stock.java:17)
                        """);
    }

    @Test
    void claimsCountDownAndLapse() {
        Orders.busy(shell, "order-1");

        shell.advance(75_350);

        assertThat(shell.run("show", "order-1").ok())
                .contains("attempt 1 by worker-1, lapsed 350 ms ago")
                .containsPattern("mail +event +1 +free, 1 failure");
    }

    @Test
    void showsAPartAndSaysWhereTheRestIs() {
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 700; i++) {
                Orders.append(store, "long", Orders.event("e" + i, "t" + i, Target.each("w")));
            }
        }

        String out = shell.run("show", "long", "--from", "5", "--limit", "300").ok();

        assertThat(out)
                .contains("long  700 events through 700", "  t5\n", "  t304\n", "… 396 more, with --from 305")
                .contains("… 400 more, with a higher --limit")
                .doesNotContain("  t4\n", "  t305\n");
    }

    @Test
    void aClearedSessionBeginsAtItsMarker() {
        try (SessionStore store = shell.store()) {
            Orders.append(store, "s", Orders.event("a", "gone"));
            store.clear(ClearRequest.of("s"));
            Orders.append(store, "s", Orders.event("b", "here"));
        }

        assertThat(shell.run("show", "s").ok())
                .contains("s  2 events through 3, cleared at 2", "  a2.clear", "  here")
                .doesNotContain("gone");
    }

    @Test
    void payloadsAreShownOnDemandAndWithoutWhatATerminalObeys() {
        try (SessionStore store = shell.store()) {
            Orders.append(store, "s", NewEvent.of("a", "t", Json.of("{\n\"x\":\"\u009b31m\"}")));
            Orders.append(store, "s", NewEvent.of("b", "t", Json.string("x".repeat(5_000))));
        }

        assertThat(shell.run("show", "s").ok()).doesNotContain("{");
        assertThat(shell.run("show", "s", "--payloads").ok())
                .contains("{ \"x\":\"\\u009b31m\"}", "x… (5002 characters)");
    }

    @Test
    void jsonHoldsEverything() {
        Orders.busy(shell, "order-1");

        assertThat(shell.run("show", "order-1", "--json").ok().lines())
                .hasSize(3 + 4 + 1)
                .contains(
                        "{\"event\":{\"index\":2,\"id\":\"e2\",\"type\":\"paid\",\"createdAtMs\":1700000001500,"
                                + "\"cause\":{\"consumer\":\"pay\",\"index\":1,\"attempt\":1},\"payload\":{\"id\":\"e2\"}}}",
                        "{\"cursor\":{\"kind\":\"log\",\"consumer\":\"audit\",\"lane\":\"\",\"position\":0,\"head\":1,"
                                + "\"attemptCount\":0,\"failureCount\":0}}")
                .anyMatch(line -> line.startsWith("{\"deadLetter\":{\"sessionId\":\"order-1\",\"index\":1"));
    }

    @Test
    void aSessionWithoutEventsIsNotFound() {
        shell.store().close();

        assertThat(shell.run("show", "nobody").failed(1)).isEqualTo("a2: session nobody has no events\n");
        assertThat(shell.run("show").failed(2)).contains("Missing required parameter: 'SESSION'");
        assertThat(shell.run("show", "").failed(2)).contains("a name must not be empty");
        assertThat(shell.run("show", "\"open").failed(2)).contains("must be a whole JSON string");
        assertThat(shell.run("show", "s", "--from", "0").failed(2)).contains("at least 1");
    }
}

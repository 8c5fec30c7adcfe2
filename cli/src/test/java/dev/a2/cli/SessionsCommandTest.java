package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClearRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void listsWhatIsGoingOn() {
        Orders.busy(shell, "order-1");
        try (SessionStore store = shell.store()) {
            Orders.append(store, "order-2", Orders.event("a", "t"), Orders.event("b", "t"));
            store.clear(ClearRequest.of("order-2"));
            shell.advance(500);
            Orders.append(store, "order-2", Orders.event("c", "t"));
        }

        assertThat(shell.run("sessions").ok()).isEqualTo("""
                        SESSION  EVENTS  CLEARED AT  LAST EVENT                DEAD  PENDING
                        order-1       3           -  2023-11-14T22:13:21.500Z     1  audit 1, billing 1, mail 1
                        order-2       2           3  2023-11-14T22:13:22.000Z     0  -
                        """);
    }

    @Test
    void pendingLeavesOutWhoHasNoWork() {
        try (SessionStore store = shell.store()) {
            Orders.append(store, "idle", Orders.event("a", "t"));
            Orders.append(store, "busy", Orders.event("a", "t", Target.each("w"), Target.each("v")));
        }

        String out = shell.run("sessions", "--pending").ok();

        assertThat(out).contains("busy", "v 1, w 1").doesNotContain("idle");
    }

    @Test
    void deadLeavesOutWhatDidNotFail() {
        Orders.busy(shell, "broken");
        try (SessionStore store = shell.store()) {
            Orders.append(store, "whole", Orders.event("a", "t", Target.each("w")));
        }

        assertThat(shell.run("sessions", "--dead").ok()).contains("broken").doesNotContain("whole");
    }

    @Test
    void aListGoesOnWhereTheOneBeforeEnded() {
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 5; i++) {
                Orders.append(store, "s" + i, Orders.event("a", "t", Target.each("w")));
            }
        }

        for (String kind : List.of("", "--pending")) {
            String[] some = kind.isEmpty()
                    ? new String[] {"sessions", "--limit", "2"}
                    : new String[] {"sessions", "--limit", "2", kind};
            assertThat(shell.run(some).ok())
                    .contains("s1", "s2", "more with --from s2")
                    .doesNotContain("s3");
            String[] rest = kind.isEmpty()
                    ? new String[] {"sessions", "--from", "s2"}
                    : new String[] {"sessions", "--from", "s2", kind};
            assertThat(shell.run(rest).ok()).contains("s3", "s4", "s5").doesNotContain("s2", "more");
        }
    }

    @Test
    void namesThatATerminalWouldObeyAreQuotedAndTakenBack() {
        String odd = "a\u001b[31m\n\"b\" \u202e\u0000";
        try (SessionStore store = shell.store()) {
            Orders.append(store, odd, Orders.event("a", "t"));
        }

        String out = shell.run("sessions").ok();

        String printed = "\"a\\u001b[31m\\n\\\"b\\\" \\u202e\\u0000\"";
        assertThat(out).contains(printed);
        assertThat(shell.run("show", printed).ok()).contains("1 event");
    }

    @Test
    void jsonIsForScripts() {
        Orders.busy(shell, "order 1");

        assertThat(shell.run("sessions", "--json").ok())
                .isEqualTo(
                        "{\"sessionId\":\"order 1\",\"frontier\":3,\"clearIndex\":0,\"events\":3,"
                                + "\"lastEventAtMs\":1700000001500,\"dead\":1,\"pending\":{\"audit\":1,\"billing\":1,\"mail\":1}}\n");
    }

    @Test
    void anEmptyStoreHasNone() {
        shell.store().close();

        assertThat(shell.run("sessions").ok()).isEqualTo("no sessions\n");
        assertThat(shell.run("sessions", "--limit", "0").failed(2)).contains("--limit must be at least 1");
    }
}

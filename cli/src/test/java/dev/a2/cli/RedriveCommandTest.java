package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Head;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedriveCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void deadListsErrors() {
        Orders.busy(shell, "order-1");
        Orders.busy(shell, "order-2");

        assertThat(shell.run("dead").ok())
                .contains(
                        "order-1\n",
                        "order-2\n",
                        "placed  for stock/north",
                        "    java.lang.IllegalStateException: no stock");
        assertThat(shell.run("dead", "order-2").ok()).contains("order-2").doesNotContain("order-1");
        assertThat(shell.run("dead", "--json").ok().lines()).hasSize(2);
    }

    @Test
    void nothingDeadIsSaid() {
        shell.store().close();

        assertThat(shell.run("dead").ok()).isEqualTo("no dead letters\n");
        assertThat(shell.run("dead", "--json").ok()).isEmpty();
        assertThat(shell.run("dead", "nobody").failed(1)).contains("session nobody has no events");
    }

    @Test
    void oneIsTriedAgain() {
        Orders.busy(shell, "order-1");

        assertThat(shell.run("redrive", "order-1", "stock", "1").ok()).isEqualTo("redrove 1 dead letter\n");

        assertThat(shell.run("show", "order-1").ok()).containsPattern("stock/north +lane +0 +1 +free\n");
    }

    @Test
    void oneIsSkipped() {
        Orders.busy(shell, "order-1");

        assertThat(shell.run("redrive", "--skip", "order-1", "stock", "1").ok()).isEqualTo("skipped 1 dead letter\n");

        assertThat(shell.run("show", "order-1").ok()).containsPattern("stock/north +lane +1 +- +idle");
    }

    @Test
    void allOfOneSessionOrOfTheStoreAreTriedAgain() {
        try (SessionStore store = shell.store()) {
            for (String session : new String[] {"a", "b"}) {
                Orders.append(
                        store,
                        session,
                        Orders.event("e", "t", Target.each("w"), Target.lane("w", "1"), Target.lane("w", "2")));
                for (Head head : Orders.claim(store, session, Duration.ofSeconds(1), "w")) {
                    Orders.bury(store, session, head, "boom");
                }
            }
        }

        assertThat(shell.run("redrive", "--all", "a").ok()).isEqualTo("redrove 3 dead letters\n");
        assertThat(shell.run("redrive", "--all").ok()).isEqualTo("redrove 3 dead letters\n");
        assertThat(shell.run("redrive", "--all").ok()).isEqualTo("redrove 0 dead letters\n");
    }

    @Test
    void whatIsNotThereIsSaid() {
        Orders.busy(shell, "order-1");

        assertThat(shell.run("redrive", "order-1", "stock", "2").failed(1))
                .isEqualTo(
                        "a2: there is no dead letter of stock at index 2 in session order-1; 'a2 dead' lists them\n");
        assertThat(shell.run("redrive", "nobody", "stock", "2").failed(1)).contains("session nobody has no events");
        assertThat(shell.run("redrive").failed(2)).contains("name SESSION CONSUMER INDEX");
        assertThat(shell.run("redrive", "order-1", "stock").failed(2)).contains("name SESSION CONSUMER INDEX");
        assertThat(shell.run("redrive", "--all", "order-1", "stock").failed(2)).contains("at most a session");
        assertThat(shell.run("redrive", "order-1", "stock", "first").failed(2)).contains("'first' is not a long");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClearRequest;
import dev.a2.store.SessionStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void beginsWithTheLastTenAndSaysWhereToGoOn() {
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 12; i++) {
                Orders.append(store, "s", Orders.event("e" + i, "t" + i));
            }
        }

        Shell.Said said = shell.run("tail", "s", "--until-idle", "1ms");

        assertThat(said.exitCode()).isZero();
        assertThat(said.out().lines()).hasSize(10).first().asString().endsWith("  t3");
        assertThat(said.err()).isEqualTo("go on with --from 13\n");
    }

    @Test
    void beginsWhereItIsTold() {
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 600; i++) {
                Orders.append(store, "s", Orders.event("e" + i, "t" + i));
            }
        }

        assertThat(shell.run("tail", "s", "--from", "2", "--json", "--until-idle", "1ms")
                        .out()
                        .lines())
                .hasSize(599)
                .first()
                .isEqualTo("{\"index\":2,\"id\":\"e2\",\"type\":\"t2\",\"createdAtMs\":1700000000000,"
                        + "\"payload\":{\"id\":\"e2\"}}");
        assertThat(shell.run("tail", "s", "--from", "601", "--until-idle", "1ms")
                        .out())
                .isEmpty();
    }

    @Test
    void seesWhatComesWhileItRunsAlsoAfterAClear() throws Exception {
        try (SessionStore store = shell.store()) {
            CompletableFuture<Shell.Said> tail =
                    CompletableFuture.supplyAsync(() -> shell.run("tail", "s", "--until-idle", "5s"));

            for (int i = 1; i <= 20; i++) {
                Orders.append(store, "s", Orders.event("e" + i, "t" + i));
            }
            store.clear(ClearRequest.of("s"));
            Orders.append(store, "s", Orders.event("e1", "after"));

            Shell.Said said = tail.get(60, TimeUnit.SECONDS);
            assertThat(said.out()).contains("    21  ", "  a2.clear\n", "  after\n");
            assertThat(said.err()).isEqualTo("go on with --from 23\n");
        }
    }

    @Test
    void aClearThatCameInBetweenIsNoStumblingBlock() {
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 300; i++) {
                Orders.append(store, "s", Orders.event("e" + i, "t" + i));
            }
            store.clear(ClearRequest.of("s"));
            while (!store.reclaim("s").done()) {}
            Orders.append(store, "s", Orders.event("e1", "after"));
        }

        assertThat(shell.run("tail", "s", "--from", "1", "--until-idle", "1ms")
                        .out()
                        .lines())
                .hasSize(2);
    }

    @Test
    void aSessionMayBeginLater() {
        shell.store().close();

        Shell.Said said = shell.run("tail", "s", "--until-idle", "1ms");

        assertThat(said.exitCode()).isZero();
        assertThat(said.err()).isEqualTo("go on with --from 1\n");
    }

    @Test
    void badArgumentsAreRefused() {
        shell.store().close();

        assertThat(shell.run("tail", "s", "--until-idle", "soon").failed(2)).contains("'soon' is no duration");
        assertThat(shell.run("tail", "s", "--from", "0").failed(2)).contains("--from must be at least 1");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.SessionStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifetimeCommandsTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void fill() {
        shell = new Shell(folder);
        try (SessionStore store = shell.store()) {
            for (int i = 1; i <= 300; i++) {
                Orders.append(store, "s", Orders.event("e" + i, "t"));
            }
        }
    }

    @Test
    void clearsAndReclaims() {
        assertThat(shell.run("clear", "s").ok()).isEqualTo("s is cleared at 301\n");
        assertThat(shell.run("reclaim", "s").ok()).isEqualTo("deleted 300 events of s\n");
        assertThat(shell.run("reclaim", "s").ok()).isEqualTo("deleted 0 events of s\n");
        assertThat(shell.run("verify").ok()).isEqualTo("1 session verified, nothing wrong\n");
    }

    @Test
    void clearsOnlyWhatWasSeen() {
        assertThat(shell.run("clear", "s", "--if-last", "299").failed(1))
                .isEqualTo("a2: session s was not cleared: its newest event is 300, not 299\n");
        assertThat(shell.run("clear", "s", "--if-last", "300").ok()).isEqualTo("s is cleared at 301\n");
        assertThat(shell.run("clear", "s", "--if-last", "300").ok()).isEqualTo("s is cleared at 301\n");
        assertThat(shell.run("clear", "s", "--if-last", "-1").failed(2)).contains("must not be negative");
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(shell.run("clear", "nobody").failed(1)).contains("session nobody has no events");
        assertThat(shell.run("reclaim", "nobody").failed(1)).contains("session nobody has no events");
    }
}

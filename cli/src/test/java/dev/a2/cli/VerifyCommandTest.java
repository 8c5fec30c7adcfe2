package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
        Orders.busy(shell, "order-1");
        Orders.busy(shell, "order-2");
    }

    @Test
    void soundDataIsFoundSound() {
        assertThat(shell.run("verify").ok()).isEqualTo("2 sessions verified, nothing wrong\n");
        assertThat(shell.run("verify", "order-1").ok()).isEqualTo("1 session verified, nothing wrong\n");
        assertThat(shell.run("verify", "nobody").failed(1)).contains("session nobody has no events");
    }

    @Test
    void damageIsFound() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("a2.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM events WHERE event_index IN (1, 2)");
        }

        Shell.Said said = shell.run("verify");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .contains("I1  order-1: the event at index 1 is missing", "I1  order-2: ", "2 sessions verified, ")
                .containsPattern("\\d+ findings\n$");
        assertThat(shell.run("verify", "--limit", "1").out().lines())
                .hasSize(3)
                .element(1)
                .asString()
                .endsWith("more, with a higher --limit");
        assertThat(shell.run("verify", "--json").out().lines())
                .allMatch(line -> line.startsWith("{\"sessionId\":\"order-"));
    }
}

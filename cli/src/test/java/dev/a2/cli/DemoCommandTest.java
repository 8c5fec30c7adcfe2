package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code a2 demo} makes of its options. */
final class DemoCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void aFreshDemoStartsOver() {
        Path file = folder.resolve("demo.db");

        assertThat(run("demo", "--store", "sqlite:" + file, "--pace", "0")).isZero();
        assertThat(run("demo", "--store", "sqlite:" + file, "--pace", "0")).isZero();
        assertThat(run("demo", "--store", "sqlite:" + file, "--pace", "0", "--fresh"))
                .isZero();

        assertThat(out.toString())
                .containsOnlyOnce("An earlier run left 329 of them.")
                .containsOnlyOnce("Deleted " + file + " to start over.");
        assertThat(out.toString().split("dead letter  notify gave up", -1)).hasSize(3);
    }

    @Test
    void aDeadLetterThatWasLeftIsRedrivenByHand() {
        String store = "sqlite:" + folder.resolve("demo.db");

        assertThat(run("demo", "--store", store, "--pace", "0", "--leave-dead-letter"))
                .isOne();
        assertThat(run("dead", "--store", store)).isZero();
        assertThat(run("redrive", "--store", store, "--all")).isZero();
        assertThat(run("demo", "--store", store, "--pace", "0", "--leave-dead-letter"))
                .isZero();

        assertThat(out.toString())
                .containsOnlyOnce("dead letter  notify gave up")
                .contains("redrove 1 dead letter")
                .contains("✔");
    }

    @Test
    void theContractIsKnownToOtherCommands() {
        String store = "sqlite:" + folder.resolve("demo.db");
        run("demo", "--store", store, "--pace", "0");

        assertThat(run("state", "Codertocat/Hello-World#2", "pull", "--store", store, "--at", "40"))
                .isZero();

        assertThat(out.toString()).contains("\"title\" : \"Update the README with new information.\"");
    }

    @Test
    void freshLeavesOtherStoresAlone() {
        Path file = folder.resolve("orders.db");
        try (SessionStore store = SqliteStore.open(file)) {
            store.append(AppendRequest.of("order-17", NewEvent.of("placed", "placed", Json.NULL)));
        }

        assertThat(run("demo", "--store", "sqlite:" + file, "--fresh")).isNotZero();

        assertThat(err.toString()).contains("--fresh leaves it alone");
        assertThat(Files.exists(file)).isTrue();
    }

    @Test
    void aWrongOptionIsExplained() {
        assertThat(run("demo", "--store", "demo.db")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run("demo", "--workers", "0")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString())
                .contains("demo.db is no store; for a SQLite file write sqlite:demo.db")
                .contains("at least 1 worker");
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}

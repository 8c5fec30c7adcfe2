package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreOptionTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sessions",
                "show s",
                "tail s",
                "state s counter",
                "dead",
                "redrive --all",
                "redrive s c 1",
                "clear s",
                "reclaim s",
                "verify",
                "export",
                "export --out f.jsonl"
            })
    void onlyWhoBringsSomethingMakesAStore(String command) {
        assertThat(shell.run(command.split(" ")).failed(1))
                .contains("a2: there is no store sqlite:", "a2.db; name one with --store");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theDefaultIsWhatIsThere() {
        shell.run("append", "demo", "t", "1", "--store", "sqlite:demo.db").ok();
        assertThat(shell.run("sessions").ok()).contains("demo");

        shell.run("append", "own", "t", "1", "--store", "sqlite:a2.db").ok();
        assertThat(shell.run("sessions").ok()).contains("own").doesNotContain("demo");

        shell.environment.put("A2_STORE", "sqlite:demo.db");
        assertThat(shell.run("sessions").ok()).contains("demo").doesNotContain("own");
        assertThat(shell.run("sessions", "--store", "sqlite:a2.db").ok()).contains("own");
    }

    @Test
    void memoryIsEmptyAtFirst() {
        assertThat(shell.run("sessions", "--store", "memory:").ok()).isEqualTo("no sessions\n");
        assertThat(shell.run("append", "s", "t", "1", "--store", "memory:").ok())
                .startsWith("event 1 of s");
    }

    @Test
    void whatIsNoStoreIsSaid() throws IOException {
        Files.writeString(folder.resolve("text.db"), "not a database, but long enough to look at: " + "x".repeat(200));

        assertThat(shell.run("sessions", "--store", "oracle://localhost").failed(2))
                .contains(
                        "no store is known as oracle:, only memory:, sqlite:PATH, postgres://HOST:PORT/DATABASE, redis://HOST:PORT and https://HOST")
                .contains("Try 'a2 sessions --help'.");
        assertThat(shell.run("sessions", "--store", "redis://localhost/?color=red")
                        .failed(2))
                .contains("a Redis URL knows no setting color=red");
        assertThat(shell.run("sessions", "--store", "postgres://me:secret@localhost")
                        .failed(2))
                .contains("write postgres://user:password@host:5432/database")
                .doesNotContain("secret");
        assertThat(shell.run("replay", "--store", "redis://localhost", "trace.jsonl")
                        .failed(2))
                .contains("a trace needs an empty store of its own");
        assertThat(shell.run("sessions", "--store", "a2.db").failed(2)).contains("write sqlite:a2.db");
        assertThat(shell.run("sessions", "--store", "sqlite:").failed(2)).contains("sqlite: needs a file");
        assertThat(shell.run("sessions", "--store", "memory:x").failed(2)).contains("nothing follows memory:");
        assertThat(shell.run("sessions", "--store", "sqlite:text.db").failed(1))
                .contains("text.db", "is not a SQLite database", "STORE_NOT_CONFIGURED");
        shell.environment.put("A2_STORE", "nonsense");
        assertThat(shell.run("sessions").failed(2)).contains("nonsense is no store");
    }

    @Test
    void passwordsAreNotShown() {
        StoreUrl url = StoreUrl.parse("rediss://me:secret@host/?certificate-password=hidden&prefix=p", folder);

        assertThat(url).hasToString("rediss://…@host/?certificate-password=…&prefix=p");
        assertThat(StoreUrl.parse("postgres://me:secret@host/db?password=hidden", folder))
                .hasToString("postgres://…@host/db?password=…");
        assertThat(StoreUrl.parse("https://:secret@host/?prefix=p", folder)).hasToString("https://…@host/?prefix=p");
    }

    @Test
    void debugShowsWhereAnErrorCameFrom() {
        Shell.Said said = shell.run("show", "s", "--debug");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("\tat dev.a2.cli.");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferCommandsTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void whatIsExportedIsImportedExactly() throws IOException {
        Orders.busy(shell, "order-1");
        Orders.busy(shell, "\u0000 odd\n");

        Shell.Said exported = shell.run("export", "--out", "all.jsonl");
        String imported =
                shell.run("import", "all.jsonl", "--store", "sqlite:copy.db").ok();
        shell.run("export", "--out", "again.jsonl", "--store", "sqlite:copy.db");

        assertThat(exported.exitCode()).isZero();
        assertThat(exported.err()).isEqualTo("exported 2 sessions to all.jsonl\n");
        assertThat(imported).isEqualTo("imported 2 sessions\n");
        assertThat(folder.resolve("again.jsonl")).hasSameBinaryContentAs(folder.resolve("all.jsonl"));
        assertThat(shell.run("show", "order-1", "--store", "sqlite:copy.db").ok())
                .isEqualTo(shell.run("show", "order-1").ok());
        assertThat(shell.run("verify", "--store", "sqlite:copy.db").ok()).contains("nothing wrong");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random/01-mixed",
                "random/05-long",
                "random/06-clears",
                "random/07-snapshots",
                "random/09-failures",
                "named/names-unicode",
                "layout/names"
            })
    void recordedSessionsSurviveTheJourney(String name) throws IOException {
        Trace trace = Trace.parse(name, vector(name));
        new Replayer((clock, ids) -> SqliteStore.open(
                        folder.resolve("a2.db"),
                        SqliteStore.Options.defaults()
                                .sync(SqliteStore.Sync.NORMAL)
                                .clock(clock)
                                .ids(ids)))
                .replay(trace);

        String exported = shell.run("export").out();
        shell.in = exported;
        shell.run("import", "-", "--store", "sqlite:copy.db").ok();

        assertThat(exported)
                .startsWith("{\"format\":\"a2-sessions\",\"version\":1}\n")
                .endsWith("}\n");
        assertThat(shell.run("export", "--store", "sqlite:copy.db").out()).isEqualTo(exported);
        assertThat(shell.run("verify", "--store", "sqlite:copy.db").ok()).contains("nothing wrong");
    }

    private static String vector(String name) throws IOException {
        try (InputStream in = SessionStore.class.getResourceAsStream("/dev/a2/tck/vectors/" + name + ".jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void someCanBeExported() {
        Orders.busy(shell, "order-1");
        Orders.busy(shell, "order-2");

        Shell.Said said = shell.run("export", "order-2", "order-2");

        assertThat(said.err()).isEqualTo("exported 1 session\n");
        assertThat(said.out()).contains("\"order-2\"").doesNotContain("\"order-1\"");
        assertThat(shell.run("export", "order-1", "nobody").out()).isEmpty();
        assertThat(shell.run("export", "nobody").failed(1)).contains("session nobody has no events");
    }

    @Test
    void anExportOverwritesNothing() throws IOException {
        Orders.busy(shell, "order-1");
        Files.writeString(folder.resolve("mine.txt"), "mine");

        assertThat(shell.run("export", "--out", "mine.txt").failed(1)).contains("exists already; name another file");

        assertThat(folder.resolve("mine.txt")).hasContent("mine");
        assertThat(folder.resolve("mine.txt.part")).doesNotExist();
    }

    @Test
    void nothingIsImportedIfTheStoreHasOneOfThem() {
        Orders.busy(shell, "b");
        shell.run("export", "--out", "b.jsonl");
        Orders.busy(shell, "a");
        shell.run("export", "--out", "both.jsonl");

        assertThat(shell.run("import", "b.jsonl", "--store", "sqlite:copy.db").ok())
                .isEqualTo("imported 1 session\n");
        assertThat(shell.run("import", "both.jsonl", "--store", "sqlite:copy.db")
                        .failed(1))
                .contains("the store has session b already, so nothing was imported");
        assertThat(shell.run("sessions", "--json", "--store", "sqlite:copy.db")
                        .ok()
                        .lines())
                .hasSize(1);
        assertThat(shell.run("import", "both.jsonl", "--skip-existing", "--store", "sqlite:copy.db")
                        .ok())
                .isEqualTo("imported 1 session, skipped 1 that the store has\n");
    }

    @Test
    void aDamagedFileLeavesNoTrace() throws IOException {
        Orders.busy(shell, "order-1");
        Orders.busy(shell, "order-2");
        String whole = shell.run("export").out();
        int secondEnd = whole.lastIndexOf("{\"part\":\"end\"");

        for (String damaged : new String[] {
            whole.substring(0, whole.length() / 2),
            whole.substring(0, secondEnd),
            whole.substring(0, secondEnd) + whole.substring(whole.indexOf('\n', secondEnd) + 1),
            whole.replace("\"version\":1}", "\"version\":7}"),
            "",
            "hello\n"
        }) {
            Files.writeString(folder.resolve("damaged.jsonl"), damaged);

            assertThat(shell.run("import", "damaged.jsonl", "--store", "sqlite:copy.db")
                            .failed(1))
                    .contains("damaged.jsonl");
            assertThat(folder.resolve("copy.db")).doesNotExist();
        }
        assertThat(shell.run("import", "none.jsonl", "--store", "sqlite:copy.db")
                        .failed(1))
                .contains("none.jsonl");
    }

    @Test
    void anUnsoundSessionIsRefusedWhole() throws IOException {
        Orders.busy(shell, "order-1");
        String whole = shell.run("export").out();
        Files.writeString(folder.resolve("unsound.jsonl"), whole.replace("\"state\":\"dead\"", "\"state\":\"live\""));

        assertThat(shell.run("import", "unsound.jsonl", "--store", "sqlite:copy.db")
                        .failed(1))
                .contains("is not whole and sound", "INVALID_ARGUMENT");

        assertThat(shell.run("sessions", "--store", "sqlite:copy.db").ok()).isEqualTo("no sessions\n");
    }
}

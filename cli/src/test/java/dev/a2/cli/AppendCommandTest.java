package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.ContractProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void makesTheStoreAndTheSession() {
        assertThat(shell.run("append", "s", "jotted", "{\"x\" : 1}", "--id", "n1")
                        .ok())
                .isEqualTo("event 1 of s, id n1\n");

        assertThat(folder.resolve("a2.db")).exists();
        assertThat(shell.run("show", "s", "--payloads").ok()).contains("jotted", "{\"x\" : 1}");
    }

    @Test
    void theSameIdIsAppendedOnce() {
        String first =
                shell.run("append", "s", "jotted", "1", "--id", "n1", "--json").ok();

        assertThat(shell.run("append", "s", "jotted", "1", "--id", "n1", "--json")
                        .ok())
                .isEqualTo(first);
        assertThat(shell.run("append", "s", "jotted", "2", "--id", "n1").failed(1))
                .contains("PARTIAL_DUPLICATE_BATCH");
    }

    @Test
    void consumersOfAKnownTypeGetIt() {
        assertThat(shell.run("append", "c", "added", "{\"by\":1}", "--id", "a", "--contract", "counters")
                        .ok())
                .isEqualTo("event 1 of c, id a, by contract counters\n");
        assertThat(shell.run("append", "raw", "added", "{\"by\":1}").ok()).doesNotContain("contract");

        assertThat(shell.run("sessions").ok())
                .containsPattern("\nc .* bell 1\n")
                .containsPattern("\nraw .* -\n");
    }

    @Test
    void aContractThatIsBroughtAlongNeedNotBeNamed() throws IOException {
        Path services = Files.createDirectories(folder.resolve("more/META-INF/services"));
        Files.writeString(
                services.resolve(ContractProvider.class.getName()), StateCommandTest.RivalContract.class.getName());

        assertThat(shell.run("append", "c", "added", "{\"by\":1}", "--id", "a", "--contracts", "more")
                        .ok())
                .isEqualTo("event 1 of c, id a, by contract rivals\n");
        assertThat(shell.run("append", "c", "added", "{\"by\":1}", "--contracts", "more", "--raw")
                        .ok())
                .doesNotContain("contract");
        assertThat(shell.run("append", "c", "other", "1", "--contract", "counters")
                        .failed(2))
                .contains("that contract does not know type other");
        assertThat(shell.run("append", "c", "added", "1", "--contract", "counters", "--raw")
                        .failed(2))
                .contains("--raw looks for no contract");
    }

    @Test
    void payloadsComeFromFilesAndPipes() throws IOException {
        Files.writeString(folder.resolve("p.json"), "{\"from\":\"file\"}\n");
        shell.in = "{\"from\":\"pipe\"}\n";

        shell.run("append", "s", "t", "@p.json").ok();
        shell.run("append", "s", "t", "-").ok();

        assertThat(shell.run("show", "s", "--payloads").ok()).contains("{\"from\":\"file\"}", "{\"from\":\"pipe\"}");
    }

    @Test
    void badInputWritesNothing() {
        assertThat(shell.run("append", "s", "t", "{").failed(2)).contains("the payload is no JSON");
        assertThat(shell.run("append", "s", "t", "@none.json").failed(1)).contains("none.json");
        assertThat(shell.run("append", "s", "", "1").failed(2)).contains("a name must not be empty");
        assertThat(shell.run("append", "s", "t").failed(2)).contains("Missing required parameter: 'JSON'");
        assertThat(folder).isEmptyDirectory();

        assertThat(shell.run("append", "c", "added", "{\"by\":\"x\"}", "--contract", "counters")
                        .failed(1))
                .contains("added")
                .doesNotContain("--debug");
        assertThat(shell.run("sessions").out()).doesNotContain("c ");
        assertThat(shell.run("append", "s", "a2.clear", "null").failed(1)).contains("is reserved");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final CommandLine a2 = Main.commandLine().setOut(new PrintWriter(out));

    @Test
    void withoutArgumentsItPrintsItsUsage() {
        int exitCode = a2.execute();

        assertThat(exitCode).isZero();
        assertThat(out.toString()).startsWith("Usage: a2 ");
    }

    @Test
    void versionNamesTheProgram() {
        int exitCode = a2.execute("--version");

        assertThat(exitCode).isZero();
        assertThat(out.toString()).startsWith("a2 ");
    }
}

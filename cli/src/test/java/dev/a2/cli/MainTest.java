package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

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

    @Test
    void everyCommandAndOptionIsDocumented() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/command-line.md"));

        for (CommandLine command : a2.getSubcommands().values()) {
            String section = section(page, command.getCommandName());
            for (OptionSpec option : command.getCommandSpec().options()) {
                boolean everywhere = option.inherited()
                        || option.usageHelp()
                        || option.versionHelp()
                        || option.longestName().equals("--store");
                if (!everywhere) {
                    assertThat(section)
                            .as("the section of %s", command.getCommandName())
                            .contains("`" + option.longestName());
                }
            }
        }
        assertThat(page.lines().filter(line -> line.startsWith("## a2 ")))
                .hasSize(a2.getSubcommands().size());
    }

    private static String section(String page, String command) {
        int start = page.indexOf("\n## a2 " + command + "\n");
        assertThat(start).as("a section about %s", command).isPositive();
        int end = page.indexOf("\n## ", start + 1);
        return page.substring(start, end < 0 ? page.length() : end);
    }
}

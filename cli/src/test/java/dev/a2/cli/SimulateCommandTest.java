package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulateCommandTest {
    @TempDir
    private Path folder;

    @Test
    void oneSeedIsToldStepByStepAndTheSameEachTime() {
        Shell shell = new Shell(folder);

        String first = shell.run("simulate", "--seed", "3", "--steps", "20").ok();

        assertThat(first).contains("plan     1 ").contains("claimAvailable").contains("holds   seed 3, steps 1-20");
        assertThat(shell.run("simulate", "--seed", "3", "--steps", "20").ok()).isEqualTo(first);
    }

    @Test
    void manySeedsHaveALineEach() {
        String out = new Shell(folder)
                .run("simulate", "--seed", "4", "--seeds", "2", "--steps", "20", "--only", "1-5,7", "--without", "SLOW")
                .ok();

        assertThat(out.lines()).hasSize(2).allMatch(line -> line.startsWith("holds   seed "));
        assertThat(out).contains("seed 4, steps 1-5,7, without SLOW").contains("seed 5, ");
    }

    @Test
    void badNumbersAreRefused() {
        Shell shell = new Shell(folder);

        assertThat(shell.run("simulate", "--steps", "0").failed(2)).contains("begin at 1");
        assertThat(shell.run("simulate", "--only", "x").failed(2)).contains("as in 3,7-9");
        assertThat(shell.run("simulate", "--without", "RAIN").failed(2)).contains("LOSE_REPLY");
    }
}

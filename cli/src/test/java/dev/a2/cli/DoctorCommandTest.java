package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    @TempDir
    Path folder;

    @Test
    void soundFileIsGood() {
        Shell shell = new Shell(folder);
        Orders.busy(shell, "order-1");

        assertThat(shell.run("doctor").ok()).contains("what", "found", "meaning", "good  integrity  ok");
        assertThat(shell.run("doctor", "--json").ok().lines())
                .allMatch(line -> line.startsWith("{\"subject\":\""))
                .anyMatch(line -> line.contains("\"verdict\":\"good\",\"found\":\"wal\""));
    }

    @Test
    void damagedFileIsWrong() throws IOException {
        Shell shell = new Shell(folder);
        Orders.busy(shell, "order-1");
        try (RandomAccessFile raw = new RandomAccessFile(folder.resolve("a2.db").toFile(), "rw")) {
            raw.seek(4_096);
            raw.write(new byte[(int) raw.length() - 4_096]);
        }

        Shell.Said said = shell.run("doctor");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).contains("wrong");
    }

    @Test
    void absentServerIsWrong() {
        Shell.Said said = new Shell(folder).run("doctor", "--store", "redis://127.0.0.1:1/");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).contains("wrong  connection  none");
        assertThat(new Shell(folder).run("doctor").failed(1)).contains("there is no store");
        assertThat(new Shell(folder)
                        .run("doctor", "--store", "postgres://127.0.0.1:1/db")
                        .out())
                .contains("wrong  server  cannot be used");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a Postgres server that writes everything to its disk. */
final class PostgresDemoKillTest extends ServerDemoKills {
    private final PostgresServer server = PostgresServer.start("fsync=on");

    PostgresDemoKillTest() {
        super(4, 2);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Override
    String freshStore(String name) {
        return server.jdbcUrl("postgres").replaceFirst("^jdbc:postgresql:", "postgres:")
                + "&schema="
                + name.replace('-', '_');
    }

    @Override
    void kill() {
        server.kill();
    }

    @Override
    void again() {
        server.again();
    }

    @Test
    void doctorAndVerifyFindNothingWrong(@TempDir Path folder) throws Exception {
        String store = freshStore("looked_at");
        finish(store);
        Shell shell = new Shell(folder);

        assertThat(shell.run("doctor", "--store", store).ok())
                .contains("good  version", "good  schema", "good  notifications", "good  durability")
                .doesNotContain("wrong");
        assertThat(shell.run("verify", "--store", store).ok()).contains("nothing wrong");
    }
}

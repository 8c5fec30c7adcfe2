package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a Postgres server that writes everything to its disk. */
final class PostgresDemoKillTest extends DemoKills {
    private static final int SERVER_KILLS = 2;

    private final PostgresServer server = PostgresServer.start("fsync=on");

    PostgresDemoKillTest() {
        super(4);
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

    @Test
    void theServerMayDieInTheMiddle() throws Exception {
        String store = freshStore("server-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            for (int i = 0; i < SERVER_KILLS; i++) {
                if (demo.endsWithin(moment().dividedBy(SERVER_KILLS))) {
                    break;
                }
                server.kill();
                server.again();
            }
            assertThat(demo.finish()).endsWith("exit code 0");
        }

        isAsUndisturbed(DemoOutcome.of(store), "the server killed");
    }

    /** As after a power cut: nobody was there to wait for the server. */
    @Test
    void bothMayDieAtOnce() throws Exception {
        String store = freshStore("both-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            demo.endsWithin(moment());
            server.kill();
            demo.kill();
            server.again();
        }

        isAsUndisturbed(finish(store), "both killed");
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

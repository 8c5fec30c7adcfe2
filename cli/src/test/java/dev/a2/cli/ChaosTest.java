package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.simulation.chaos.ChaosReport;
import dev.a2.simulation.chaos.ChaosRun;
import dev.a2.simulation.chaos.ChaosRun.Fleet;
import dev.a2.simulation.chaos.FleetTimes;
import dev.a2.simulation.chaos.Trouble;
import dev.a2.store.sql.sqlite.SqliteStore;
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Longer: {@code -Da2.chaos.seconds=3600}; the same storm again, more or less: {@code -Da2.chaos.seed=…}. */
final class ChaosTest {
    private static final int WORKERS = 3;
    private static final Duration TIME = Duration.ofSeconds(Long.getLong("a2.chaos.seconds", 12));
    private static final Duration ROUND = Duration.ofMinutes(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @Test
    void processesOnOneSqliteFileLoseAndDoubleNothing() throws Exception {
        Path file = folder.resolve("chaos.db");

        run(new Fleet(
                WORKERS,
                name -> ChaosCommand.worker("sqlite:" + file),
                () -> SqliteStore.open(file),
                List.of(),
                FleetTimes.defaults()));
    }

    @Test
    void processesOnRedisLoseAndDoubleNothingWhileConnectionsBreakAndTheServerDies() throws Exception {
        try (RedisServer server =
                RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always")) {
            onAServerThatDies(Wires.Victim.of(server));
        }
    }

    @Test
    void processesOnPostgresLoseAndDoubleNothingWhileConnectionsBreakAndTheServerDies() throws Exception {
        try (PostgresServer server = PostgresServer.start("fsync=on")) {
            onAServerThatDies(Wires.Victim.of(server));
        }
    }

    private void onAServerThatDies(Wires.Victim server) throws Exception {
        try (Wires wires = new Wires(server, WORKERS)) {
            List<Trouble> troubles = new ArrayList<>(wires.troubles());
            troubles.add(new Trouble(Duration.ofSeconds(12), wires::killServer));

            ChaosReport report = run(new Fleet(
                    WORKERS,
                    name -> ChaosCommand.worker(wires.urlOf(name)),
                    wires::open,
                    troubles,
                    FleetTimes.defaults()));

            assertThat(report.serverKills()).isPositive();
        }
    }

    @Test
    void processesOnRedisOverHttpLoseAndDoubleNothingWhileRequestsFailAndTheServerDies() throws Exception {
        try (Requests requests = new Requests()) {
            Fleet fleet = new Fleet(
                    WORKERS,
                    name -> ChaosCommand.worker(requests.url()),
                    requests::open,
                    requests.troubles(),
                    FleetTimes.defaults());

            ChaosReport report = run(fleet, TIME.dividedBy(2));

            assertThat(report.serverKills()).isPositive();
        }
    }

    private ChaosReport run(Fleet fleet) throws Exception {
        return run(fleet, TIME);
    }

    private ChaosReport run(Fleet fleet, Duration time) throws Exception {
        long seed = Long.getLong("a2.chaos.seed", System.nanoTime());
        System.out.println("seed " + seed + ", chronicles in " + folder);

        ChaosReport report = new ChaosRun(fleet, folder, seed)
                .run(time, ROUND, so -> so.lines().forEach(System.out::println));

        assertThat(report.findings()).isEmpty();
        assertThat(report.acknowledged()).isPositive();
        assertThat(report.kills()).isPositive();
        return report;
    }
}

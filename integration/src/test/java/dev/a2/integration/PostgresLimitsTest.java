package dev.a2.integration;

import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.testservers.PostgresServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;

class PostgresLimitsTest extends LimitsRules {
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final PostgresServer SERVER = PostgresServer.start();

    PostgresLimitsTest() {
        super(
                PostgresStore.open(
                        url(SERVER), PostgresStore.Options.defaults().schema("test_" + TESTS.incrementAndGet())),
                5_000);
    }

    static String url(PostgresServer server) {
        return server.jdbcUrl("postgres").replaceFirst("^jdbc:postgresql:", "postgres:");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }
}

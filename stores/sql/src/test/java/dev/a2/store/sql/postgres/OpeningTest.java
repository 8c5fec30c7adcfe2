package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that opens while its connections break. */
@Timeout(60)
class OpeningTest {
    private static final int CUTS = 3;

    @Test
    void storeThatIsCutOffWhileItOpensTriesAgain() {
        TestDatabase database = TestDatabase.fresh();
        AtomicInteger trips = new AtomicInteger();
        HookedSource source = new HookedSource(database.jdbcUrl(), trip -> {
            if (trips.incrementAndGet() <= CUTS) {
                database.server().cutConnections(database.name());
            }
            return trip;
        });

        try (PostgresStore store = PostgresStore.connect(source, PostgresStore.Options.defaults())) {
            NewEvent event = NewEvent.of("a", "said", Json.NULL);
            assertThat(store.sessions().append(AppendRequest.of("s", event)).events())
                    .hasSize(1);
        }
    }
}

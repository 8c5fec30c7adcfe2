package dev.a2.store.sql.postgres;

import static dev.a2.store.sql.postgres.TestDatabase.event;
import static dev.a2.store.sql.postgres.TestDatabase.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store makes in a database, and what it leaves alone. */
@Timeout(60)
final class PostgresSchemaTest {
    private TestDatabase database;

    @BeforeEach
    void makeDatabase() {
        database = TestDatabase.fresh();
    }

    private List<String> everything() {
        return database.column("SELECT n.nspname || '.' || c.relname || ' ' || c.relfilenode"
                + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname !~ '^pg_|^information_schema' ORDER BY 1");
    }

    /** Opening is refused for this reason, and changes nothing. */
    private void isRefused(String... reasons) {
        List<String> before = everything();
        StoreException refused = failure(() -> database.open().close());
        assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(refused).hasMessageContainingAll(reasons);
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void storesThatOpenAtOnceMakeItOnce() throws Exception {
        List<Future<SessionStore>> opening = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                opening.add(threads.submit(database::open));
            }
        }
        for (int i = 0; i < 8; i++) {
            try (SessionStore store = opening.get(i).get(30, TimeUnit.SECONDS)) {
                store.append(AppendRequest.of("s", event("e" + i)));
            }
        }

        assertThat(database.number("SELECT count(*) FROM a2.schema_versions")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM a2.events")).isEqualTo(8);
    }

    @Test
    void newerVersionIsRefused() {
        database.open().close();
        database.run("INSERT INTO a2.schema_versions VALUES (2, 'V002__later.sql', 'sum', 0)");

        isRefused("schema version 2", "newer code", "this code knows 1");
        assertThat(database.number("SELECT count(*) FROM a2.schema_versions")).isEqualTo(2);
    }

    @Test
    void otherChecksumIsRefused() {
        database.open().close();
        database.run("UPDATE a2.schema_versions SET checksum = 'another'");

        isRefused("other schema files", "use the version of A2 that made it");
        assertThat(database.column("SELECT checksum FROM a2.schema_versions")).containsExactly("another");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SQL_ASCII", "LATIN1"})
    void databaseInAnotherEncodingIsRefused(String encoding) {
        database.run("CREATE DATABASE other_" + encoding + " TEMPLATE template0 ENCODING '" + encoding
                + "' LC_COLLATE 'C' LC_CTYPE 'C'");
        database = new TestDatabase(database.server(), "other_" + encoding.toLowerCase(Locale.ROOT));

        isRefused("keeps texts as " + encoding, "ENCODING 'UTF8'");
        assertThat(everything()).isEmpty();
    }

    @Test
    void schemaOfSomebodyElseIsLeftAlone() {
        database.run("CREATE SCHEMA a2", "CREATE TABLE a2.events (mine text)", "INSERT INTO a2.events VALUES ('mine')");

        isRefused("holds tables of somebody else", "name another schema");
        assertThat(database.column("SELECT mine FROM a2.events")).containsExactly("mine");
    }

    private String as(String role) {
        return database.url().replace("postgres://postgres@", "postgres://" + role + "@");
    }

    @Test
    void roleThatMayMakeNothingUsesWhatIsThere() {
        database.run("CREATE ROLE user_of_a2 LOGIN");
        StoreException refused = failure(() ->
                PostgresStore.open(as("user_of_a2"), TestDatabase.patient()).close());
        assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(refused).hasMessageContaining("the right to use it");

        database.open().close();
        database.run(
                "GRANT USAGE ON SCHEMA a2 TO user_of_a2",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA a2 TO user_of_a2",
                "GRANT USAGE ON ALL SEQUENCES IN SCHEMA a2 TO user_of_a2");
        List<String> before = everything();
        try (SessionStore store = PostgresStore.open(as("user_of_a2"), TestDatabase.patient())) {
            store.append(AppendRequest.of("s", event("a")));
            store.setPresence(new PresenceUpdate(
                    "s", "ann", Map.of("f", Json.NULL), 1, Instant.ofEpochMilli(5), Duration.ofMinutes(1)));
            assertThat(TestDatabase.ids(store, "s")).containsExactly("a");
        }
        assertThat(everything()).isEqualTo(before);
    }
}

package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is special about stores in SQLite files. */
class SqliteStoreTest {
    private static final NewEvent EVENT = NewEvent.of("e-1", "said", Json.of("{\"n\":1}"));

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("store.db");
    }

    // ---- opening

    @Test
    void storeIsThereAgainAfterItWasClosed() {
        try (SessionStore store = SqliteStore.open(path())) {
            store.append(AppendRequest.of("s", EVENT));
        }

        try (SessionStore store = SqliteStore.open(path())) {
            assertThat(store.read("s", 0, null)).singleElement().satisfies(event -> {
                assertThat(event.id()).isEqualTo("e-1");
                assertThat(event.payload().text()).isEqualTo("{\"n\":1}");
            });
        }
        assertThat(folder).isDirectoryContaining(file -> file.equals(path()));
        assertThat(path().resolveSibling("store.db-wal")).doesNotExist();
    }

    @Test
    void emptyFileBecomesAStore() throws IOException {
        Files.createFile(path());

        try (SessionStore store = SqliteStore.open(path())) {
            assertThat(store.append(AppendRequest.of("s", EVENT)).events()).hasSize(1);
        }
    }

    @Test
    void manyMayOpenANewFileAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<SessionStore>> stores = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                stores.add(threads.submit(() -> SqliteStore.open(path())));
            }
            for (int i = 0; i < 8; i++) {
                try (SessionStore store = stores.get(i).get()) {
                    store.append(AppendRequest.of("s", NewEvent.of("e-" + i, "said", Json.NULL)));
                }
            }
        }

        try (SessionStore store = SqliteStore.open(path())) {
            assertThat(store.bounds("s").frontier()).isEqualTo(8);
            assertThat(store.verify("s")).isEmpty();
        }
    }

    @Test
    void schemaOfNewerCodeIsRefused() throws SQLException {
        SqliteStore.open(path()).close();
        TestFiles.execute(path(), "INSERT INTO schema_versions VALUES (2, 'V002__more.sql', 'abc', 0)");

        StoreException refusal = refusalToOpen();

        assertThat(refusal.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(refusal)
                .hasMessageContaining(path().toString())
                .hasMessageContaining("schema version 2")
                .hasMessageContaining("update");
    }

    @Test
    void schemaThatWasMadeByOtherFilesIsRefused() throws SQLException {
        SqliteStore.open(path()).close();
        TestFiles.execute(path(), "UPDATE schema_versions SET checksum = 'abc'");

        assertThat(refusalToOpen().code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
    }

    @ParameterizedTest
    @CsvSource({"DELETE", "WAL"})
    void databaseOfAnotherApplicationIsRefusedAndNotTouched(String journalMode) throws Exception {
        try (Connection connection = TestFiles.connect(path())) {
            TestFiles.execute(connection, "PRAGMA journal_mode = " + journalMode);
            TestFiles.execute(connection, "CREATE TABLE events (mine TEXT)");
        }

        assertRefusedUntouched("another application");
    }

    @Test
    void fileThatIsNoDatabaseIsRefusedAndNotTouched() throws Exception {
        Files.writeString(path(), "Dear diary, ".repeat(50));

        assertRefusedUntouched("not a SQLite database");
    }

    private void assertRefusedUntouched(String message) throws IOException {
        byte[] before = Files.readAllBytes(path());

        StoreException refusal = refusalToOpen();

        assertThat(refusal.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(refusal).hasMessageContaining(path().toString()).hasMessageContaining(message);
        assertThat(Files.readAllBytes(path())).isEqualTo(before);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(path());
        }
    }

    private StoreException refusalToOpen() {
        return catchThrowableOfType(StoreException.class, () -> SqliteStore.open(path()));
    }

    @Test
    void folderThatDoesNotExistIsNamed() {
        Path path = folder.resolve("none").resolve("store.db");

        assertThatThrownBy(() -> SqliteStore.open(path))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("create " + folder.resolve("none"));
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void folderIsNoFile() {
        assertThatThrownBy(() -> SqliteStore.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void questionMarkInTheNameIsRefused() {
        assertThatThrownBy(() -> SqliteStore.open(folder.resolve("what?.db")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("question mark");
    }

    @Test
    void enginesThatMayLoseDataAreTooOld() {
        assertThat(SqliteFile.isTooOld("3.51.2")).isTrue();
        assertThat(SqliteFile.isTooOld("3.9.0")).isTrue();
        assertThat(SqliteFile.isTooOld("3.51.3")).isFalse();
        assertThat(SqliteFile.isTooOld("3.54.1")).isFalse();
        assertThat(SqliteFile.isTooOld("4.0")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"FULL, 2", "NORMAL, 1"})
    void syncLevelAndLogAreSet(SqliteStore.Sync sync, String level) throws SQLException {
        SqliteStore.open(path()).close();

        try (Link link = TestFiles.file(path(), sync).openWriter()) {
            assertThat(TestFiles.query(link.connection(), "PRAGMA synchronous")).containsExactly(level);
            assertThat(TestFiles.query(link.connection(), "PRAGMA journal_mode"))
                    .containsExactly("wal");
            assertThat(TestFiles.query(link.connection(), "PRAGMA mmap_size")).containsExactly("0");
        }
    }

    @Test
    void closedStoreSaysSo() {
        SessionStore store = SqliteStore.open(path());
        store.close();
        store.close();

        for (StoreException refusal : List.of(
                catchThrowableOfType(StoreException.class, () -> store.append(AppendRequest.of("s", EVENT))),
                catchThrowableOfType(StoreException.class, () -> store.read("s", 0, null)))) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(refusal.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refusal).hasMessageContaining("closed");
        }
    }

    // ---- locks

    @Test
    void anotherProcessThatKeepsTheLockIsReportedAfterTheLimit() throws SQLException {
        Duration limit = Duration.ofMillis(300);
        SqliteStore.Options options = SqliteStore.Options.defaults().waitLimit(limit);
        try (SessionStore store = SqliteStore.open(path(), options);
                Connection other = TestFiles.connect(path())) {
            TestFiles.execute(other, "BEGIN IMMEDIATE");
            long begin = System.nanoTime();

            StoreException refusal =
                    catchThrowableOfType(StoreException.class, () -> store.append(AppendRequest.of("s", EVENT)));

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(limit, limit.plusSeconds(5));
            assertThat(refusal.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(refusal.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refusal).hasMessageContaining(path().toString()).hasMessageContaining("300 ms");
            assertThat(store.read("s", 0, null)).as("reads go on").isEmpty();

            TestFiles.execute(other, "ROLLBACK");
            assertThat(store.append(AppendRequest.of("s", EVENT)).events()).hasSize(1);
        }
    }

    @Test
    void shortLockOfAnotherProcessIsWaitedFor() throws Exception {
        try (SessionStore store = SqliteStore.open(path());
                Connection other = TestFiles.connect(path());
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            TestFiles.execute(other, "BEGIN IMMEDIATE");
            Future<?> append = threads.submit(() -> store.append(AppendRequest.of("s", EVENT)));
            Thread.sleep(100);
            assertThat(append.isDone()).isFalse();

            TestFiles.execute(other, "COMMIT");

            append.get();
            assertThat(store.bounds("s").frontier()).isEqualTo(1);
        }
    }

    // ---- names and payloads

    @Test
    void oddNamesAndPayloadsComeBackAsTheyWere() {
        List<String> odd = List.of(
                "a\u0000b",
                "a\u0000c",
                "'; DROP TABLE events; --",
                "%_*[",
                ":a ?1 $b",
                "\n\r\t",
                "\uD83D\uDE80",
                "\u00e9",
                "e\u0301",
                " ",
                "ﬀ",
                "İ",
                "A",
                "a",
                "\uFFFF",
                "\u202E");
        Json payload = Json.of(" { \"a\" : 1.10e3 , \"a\":\"\\u0000\\u0041\", \"n\": 12345678901234567890.10 } ");
        try (SessionStore store = SqliteStore.open(path())) {
            for (String name : odd) {
                store.append(AppendRequest.of(name, NewEvent.of(name, name, payload)));
            }

            for (String name : odd) {
                assertThat(store.read(name, 0, null)).singleElement().satisfies(event -> {
                    assertThat(event.sessionId()).isEqualTo(name);
                    assertThat(event.id()).isEqualTo(name);
                    assertThat(event.type()).isEqualTo(name);
                    assertThat(event.payload().text()).isEqualTo(payload.text());
                });
            }
            assertThat(store.sessions(null, 100).sessions()).hasSameSizeAs(odd);
        }
    }
}

package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.Diagnosis.Verdict;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteDoctorTest {
    private static final SqliteStore.Options DEFAULTS = SqliteStore.Options.defaults();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void fill() {
        file = folder.resolve("a2.db");
        try (SessionStore store = SqliteStore.open(file)) {
            for (int i = 0; i < 200; i++) {
                store.append(AppendRequest.of("s", NewEvent.of(null, "t", Json.string("x".repeat(1_000)))));
            }
        }
    }

    private Diagnosis about(String subject, SqliteStore.Options options) {
        return SqliteStore.diagnose(file, options).stream()
                .filter(one -> one.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void soundFileIsFoundSoundAndLeftAsItIs() throws IOException {
        byte[] before = Files.readAllBytes(file);

        List<Diagnosis> found = SqliteStore.diagnose(file, DEFAULTS);

        assertThat(found)
                .extracting(Diagnosis::subject)
                .containsExactly("version", "journal", "sync", "schema", "file", "log", "integrity");
        assertThat(found).allMatch(one -> one.verdict() == Verdict.GOOD);
        assertThat(about("schema", DEFAULTS).found()).isEqualTo("version 1");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void openStoreCanBeLookedAt() {
        try (SessionStore store = SqliteStore.open(file)) {
            store.append(AppendRequest.of("s", NewEvent.of(null, "t", Json.NULL)));

            assertThat(SqliteStore.diagnose(file, DEFAULTS)).allMatch(one -> one.verdict() == Verdict.GOOD);
        }
    }

    @Test
    void lesserSyncIsTold() {
        assertThat(about("sync", DEFAULTS.sync(SqliteStore.Sync.NORMAL)).verdict())
                .isEqualTo(Verdict.NOTICE);
    }

    @Test
    void damageIsFound() throws IOException {
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            long pages = raw.length() / 4_096;
            for (long page = pages / 2; page < pages; page++) {
                raw.seek(page * 4_096);
                raw.write(new byte[4_096]);
            }
        }

        assertThat(SqliteStore.diagnose(file, DEFAULTS)).anyMatch(one -> one.verdict() == Verdict.WRONG);
    }

    @Test
    void schemaOfNewerCodeIsWrong() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO schema_versions VALUES (2, 'V002__later.sql', 'c', 0)");
        }

        assertThat(about("schema", DEFAULTS).verdict()).isEqualTo(Verdict.WRONG);
    }

    @Test
    void whatIsNotOursIsWrongAndNothingIsMade() throws IOException {
        Path missing = folder.resolve("missing.db");
        Path text = Files.writeString(folder.resolve("text.db"), "no database".repeat(100));

        for (Path path : List.of(missing, text)) {
            assertThat(SqliteStore.diagnose(path, DEFAULTS))
                    .singleElement()
                    .extracting(Diagnosis::verdict)
                    .isEqualTo(Verdict.WRONG);
        }
        assertThat(missing).doesNotExist();
    }
}

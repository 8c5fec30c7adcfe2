package dev.a2.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqlFilesTest {
    /** What was released. A line is added with each schema file and never changed again. */
    private static final Map<String, String> RELEASED =
            Map.of("V001__sessions.sql", "353641fcf2f605c11419821e333ad436d6e066860cd8617f9facdc788240118b");

    @Test
    void everyFileIsAStatementOfTheCodeAndEveryStatementHasOneFile() throws Exception {
        List<String> files = new java.util.ArrayList<>();
        for (String folder : List.of("shared", "sqlite")) {
            files.addAll(filesBelow(folder).stream()
                    .filter(file -> !file.startsWith("schema/"))
                    .map(file -> file.replaceFirst("\\.sql$", ""))
                    .toList());
        }

        assertThat(files)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Sql.values()).map(Sql::path).toList());
    }

    @ParameterizedTest
    @EnumSource
    void everyStatementIsUsed(Sql sql) throws IOException {
        assertThat(CODE.get()).contains("Sql." + sql.name());
    }

    @ParameterizedTest
    @EnumSource
    void everyStatementIsNamedAfterItsFileAndOpensWithWhatItDoes(Sql sql) throws Exception {
        assertThat(sql.name().toLowerCase(java.util.Locale.ROOT))
                .isEqualTo(sql.path().replace('/', '_'));
        Path shared = folder("shared").resolve(sql.path() + ".sql");
        Path own = folder("sqlite").resolve(sql.path() + ".sql");
        assertThat(Files.readString(Files.exists(own) ? own : shared)).matches("(?s)-- [A-Z].*");
    }

    @Test
    void missingFileIsNamed() {
        assertThatThrownBy(() -> SqlFiles.load("nowhere"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> SqliteFile.SQL.schema(List.of("V999__none.sql")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("V999__none.sql");
    }

    @Test
    void whatWasReleasedDoesNotChange() throws Exception {
        Map<String, String> checksums = new TreeMap<>();
        for (String file : new TreeSet<>(filesBelow("sqlite/schema"))) {
            checksums.put(
                    file, Schema.checksum(SqliteFile.SQL.schema(List.of(file)).get(0)));
        }

        assertThat(checksums).isEqualTo(RELEASED);
    }

    private static final class CODE {
        static String get() throws IOException {
            try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
                return files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("Sql.java"))
                        .map(CODE::read)
                        .collect(Collectors.joining());
            }
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private static List<String> filesBelow(String folder) throws IOException, URISyntaxException {
        Path root = folder(folder);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    private static Path folder(String name) throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(SqlFiles.class.getResource(name), name).toURI());
    }
}

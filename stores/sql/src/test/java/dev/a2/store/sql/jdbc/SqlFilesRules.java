package dev.a2.store.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each database's SQL lies in files that are found by their names. */
public abstract class SqlFilesRules<S extends Enum<S> & SqlFile> {
    private final Class<S> statements;
    private final String folder;
    private final Map<String, String> released;

    /**
     * The rules for one database.
     *
     * @param released checksums of what was released. A line is added with each schema file and never changed again
     */
    protected SqlFilesRules(Class<S> statements, String folder, Map<String, String> released) {
        this.statements = statements;
        this.folder = folder;
        this.released = released;
    }

    private SqlFiles<S> files() {
        return SqlFiles.load(statements, folder);
    }

    @Test
    void everyFileIsAStatementOfTheCodeAndEveryStatementHasOneFile() throws Exception {
        List<String> files = new ArrayList<>();
        for (String place : List.of("shared", folder)) {
            files.addAll(filesBelow(place).stream()
                    .filter(file -> !file.startsWith("schema/"))
                    .map(file -> file.replaceFirst("\\.sql$", ""))
                    .toList());
        }

        assertThat(files)
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.allOf(statements).stream().map(SqlFile::path).toList());
    }

    @Test
    void everyStatementIsUsed() throws IOException {
        String code = code(statements.getPackageName());
        assertThat(EnumSet.allOf(statements)).allSatisfy(sql -> assertThat(code).contains("Sql." + sql.name()));
    }

    @Test
    void everyStatementIsNamedAfterItsFileAndOpensWithWhatItDoes() throws Exception {
        for (S sql : EnumSet.allOf(statements)) {
            assertThat(sql.name().toLowerCase(Locale.ROOT)).isEqualTo(sql.path().replace('/', '_'));
            Path shared = folder("shared").resolve(sql.path() + ".sql");
            Path own = folder(folder).resolve(sql.path() + ".sql");
            assertThat(Files.readString(Files.exists(own) ? own : shared)).matches("(?s)-- [A-Z].*");
        }
    }

    @Test
    void missingFileIsNamed() {
        assertThatThrownBy(() -> SqlFiles.load(statements, "nowhere"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> files().schema(List.of("V999__none.sql")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("V999__none.sql");
    }

    @Test
    void whatWasReleasedDoesNotChange() throws Exception {
        Map<String, String> checksums = new TreeMap<>();
        for (String file : new TreeSet<>(filesBelow(folder + "/schema"))) {
            checksums.put(file, Schema.checksum(files().schema(List.of(file)).get(0)));
        }

        assertThat(checksums).isEqualTo(released);
    }

    private static String code(String packageName) throws IOException {
        Path folder = Path.of("src/main/java", packageName.split("\\."));
        try (Stream<Path> files = Files.walk(folder)) {
            StringBuilder code = new StringBuilder();
            for (Path file : files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("Sql.java"))
                    .toList()) {
                code.append(Files.readString(file));
            }
            return code.toString();
        }
    }

    private static List<String> filesBelow(String folder) throws IOException {
        Path root = folder(folder);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    private static Path folder(String name) {
        return Path.of("src/main/resources/dev/a2/store/sql", name);
    }
}

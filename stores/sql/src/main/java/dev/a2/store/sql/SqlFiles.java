package dev.a2.store.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One database's SQL: each statement lies either in {@code shared}, for all databases, or in the database's own folder,
 * never in both, so that it is visible which one runs.
 */
final class SqlFiles {
    private static final String SHARED = "shared";

    private final String folder;
    private final Map<Sql, SqlText> statements;

    private SqlFiles(String folder, Map<Sql, SqlText> statements) {
        this.folder = folder;
        this.statements = statements;
    }

    /** Reads all statements of a database. */
    static SqlFiles load(String folder) {
        Map<Sql, SqlText> statements = new EnumMap<>(Sql.class);
        for (Sql sql : Sql.values()) {
            statements.put(sql, SqlText.parse(sql.path(), find(folder, sql.path())));
        }
        return new SqlFiles(folder, Collections.unmodifiableMap(statements));
    }

    private static String find(String folder, String path) {
        URL own = url(folder, path);
        URL shared = url(SHARED, path);
        if (own != null && shared != null) {
            throw new IllegalStateException(
                    "the statement " + path + " lies in " + folder + " and in " + SHARED + "; keep one");
        }
        URL found = own == null ? shared : own;
        if (found == null) {
            throw new IllegalStateException(
                    "the statement " + path + " lies neither in " + folder + " nor in " + SHARED);
        }
        return read(found);
    }

    private static @Nullable URL url(String folder, String path) {
        return SqlFiles.class.getResource(folder + "/" + path + ".sql");
    }

    /** The statement as this database wants it. */
    SqlText text(Sql sql) {
        SqlText text = statements.get(sql);
        if (text == null) {
            throw new IllegalStateException("no text for " + sql);
        }
        return text;
    }

    /** The schema files of this name, in order, as they are. */
    List<String> schema(List<String> files) {
        return files.stream()
                .map(file -> {
                    URL found = SqlFiles.class.getResource(folder + "/schema/" + file);
                    if (found == null) {
                        throw new IllegalStateException("the schema file " + file + " of " + folder + " is missing");
                    }
                    return read(found);
                })
                .toList();
    }

    private static String read(URL url) {
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + url, e);
        }
    }
}

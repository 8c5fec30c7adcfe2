package dev.a2.store.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One database's SQL: each statement lies either in {@code shared}, for all databases, or in the database's own folder,
 * never in both, so that it is visible which one runs.
 */
public final class SqlFiles<S extends Enum<S> & SqlFile> {
    private static final String ROOT = "/dev/a2/store/sql/";
    private static final String SHARED = "shared";

    private final String folder;
    private final Map<S, SqlText> statements;

    private SqlFiles(String folder, Map<S, SqlText> statements) {
        this.folder = folder;
        this.statements = statements;
    }

    /** Reads all statements of a database. */
    public static <S extends Enum<S> & SqlFile> SqlFiles<S> load(Class<S> statements, String folder) {
        Map<S, SqlText> texts = new EnumMap<>(statements);
        for (S sql : EnumSet.allOf(statements)) {
            texts.put(sql, SqlText.parse(sql.path(), find(folder, sql.path())));
        }
        return new SqlFiles<>(folder, Collections.unmodifiableMap(texts));
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
        return SqlFiles.class.getResource(ROOT + folder + "/" + path + ".sql");
    }

    /** The statement as this database wants it. */
    public SqlText text(S sql) {
        SqlText text = statements.get(sql);
        if (text == null) {
            throw new IllegalStateException("no text for " + sql);
        }
        return text;
    }

    /** The schema files of this name, in order, as they are. */
    public List<String> schema(List<String> files) {
        return files.stream()
                .map(file -> {
                    URL found = SqlFiles.class.getResource(ROOT + folder + "/schema/" + file);
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

package dev.a2.store.sql;

import dev.a2.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The schema files of one database, in order: {@code V001__….sql}, {@code V002__….sql}, … What was released never changes;
 * a ledger in the database tells which ones were run there.
 */
final class Schema {
    private record Version(int number, String file, String checksum) {}

    private final List<Version> versions;
    private final List<String> scripts;

    /** These files, numbered from 1. */
    Schema(SqlFiles files, List<String> names) {
        this.scripts = files.schema(names);
        this.versions = names.stream()
                .map(name -> new Version(names.indexOf(name) + 1, name, checksum(scripts.get(names.indexOf(name)))))
                .toList();
    }

    static String checksum(String script) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Runs the files that were not run yet, inside the link's open transaction.
     *
     * @param refusal makes the exception of what is wrong with this store's schema
     */
    void bringUpToDate(Link link, long nowMs, Function<String, StoreException> refusal) {
        link.change(Sql.LEDGER_CREATE).run();
        int behind = behind(link, refusal);
        for (Version version : versions.subList(versions.size() - behind, versions.size())) {
            run(link, scripts.get(version.number() - 1));
            link.change(Sql.LEDGER_ADD)
                    .set("version", version.number())
                    .set("file", version.file())
                    .set("checksum", version.checksum())
                    .set("applied_at_ms", nowMs)
                    .run();
        }
    }

    /**
     * How many files were not run yet.
     *
     * @param refusal makes the exception of what is wrong with this store's schema
     */
    int behind(Link link, Function<String, StoreException> refusal) {
        List<Version> applied = link.query(Sql.LEDGER_LIST)
                .list(row -> new Version(row.count("version"), row.text("file"), row.text("checksum")));
        if (applied.size() > versions.size()) {
            throw refusal.apply("has schema version " + applied.size() + ", written by newer code; this code knows "
                    + versions.size() + ": update it");
        }
        if (!applied.equals(versions.subList(0, applied.size()))) {
            throw refusal.apply("was written with other schema files than this code has: it ran " + applied
                    + "; use the version of A2 that made it");
        }
        return versions.size() - applied.size();
    }

    private static void run(Link link, String script) {
        try (Statement statement = link.connection().createStatement()) {
            statement.executeUpdate(script);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }
}

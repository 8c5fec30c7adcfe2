package dev.a2.store.sql.jdbc;

import dev.a2.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The schema files of one database, in order: {@code V001__….sql}, {@code V002__….sql}, … What was released never changes;
 * a ledger in the database tells which ones were run there.
 */
public final class Schema {
    /**
     * A schema file that was run, or is to be.
     *
     * @param number from 1
     * @param checksum of its text
     */
    public record Version(int number, String file, String checksum) {}

    /** What was run in one database; used inside one transaction. */
    public interface Ledger {
        /** Makes it, if there is none. */
        void create();

        /** What was run, in order. */
        List<Version> list();

        /** Runs a schema file and notes it. */
        void run(Version version, String script);
    }

    private final List<Version> versions;
    private final List<String> scripts;

    /** These files, numbered from 1. */
    public Schema(SqlFiles<?> files, List<String> names) {
        this.scripts = files.schema(names);
        this.versions = names.stream()
                .map(name -> new Version(names.indexOf(name) + 1, name, checksum(scripts.get(names.indexOf(name)))))
                .toList();
    }

    /** A file's checksum, as the ledger keeps it. */
    public static String checksum(String script) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Runs the files that were not run yet, inside the ledger's open transaction.
     *
     * @param refusal makes the exception of what is wrong with this store's schema
     */
    public void bringUpToDate(Ledger ledger, Function<String, StoreException> refusal) {
        ledger.create();
        int behind = behind(ledger, refusal);
        for (Version version : versions.subList(versions.size() - behind, versions.size())) {
            ledger.run(version, scripts.get(version.number() - 1));
        }
    }

    /**
     * How many files were not run yet.
     *
     * @param refusal makes the exception of what is wrong with this store's schema
     */
    public int behind(Ledger ledger, Function<String, StoreException> refusal) {
        List<Version> applied = ledger.list();
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
}

package dev.a2.cli;

import dev.a2.store.Diagnosis;
import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names a store: {@code memory:}, {@code sqlite:PATH}, {@code postgres://USER:PASSWORD@HOST:PORT/DATABASE},
 * {@code redis://HOST:PORT/?prefix=PREFIX} or {@code https://HOST/?prefix=PREFIX}.
 */
sealed interface StoreUrl {
    /** What commands look into where nothing else is said: the first of these files that exists. */
    List<String> DEFAULTS = List.of("sqlite:a2.db", "sqlite:demo.db");

    /** Sessions that end with this process. */
    record Memory() implements StoreUrl {
        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public SessionStore open() {
            return MemoryStore.open();
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return MemoryStore.open(clock, ids);
        }

        @Override
        public SessionStore open(IdSource ids) {
            return MemoryStore.open(MemoryStore.Options.defaults().ids(ids));
        }

        @Override
        public List<Diagnosis> diagnose() {
            return List.of(Diagnosis.notice("memory", "this process", "sessions end with the command that made them"));
        }

        @Override
        public String toString() {
            return "memory:";
        }
    }

    /** A SQLite file. */
    record Sqlite(Path file) implements StoreUrl {
        @Override
        public boolean exists() {
            return Files.exists(file);
        }

        @Override
        public SessionStore open() {
            return SqliteStore.open(file);
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return SqliteStore.open(
                    file, SqliteStore.Options.defaults().clock(clock).ids(ids));
        }

        @Override
        public SessionStore open(IdSource ids) {
            return SqliteStore.open(file, SqliteStore.Options.defaults().ids(ids));
        }

        @Override
        public List<Diagnosis> diagnose() {
            return SqliteStore.diagnose(file, SqliteStore.Options.defaults());
        }

        @Override
        public String toString() {
            return "sqlite:" + file;
        }
    }

    /**
     * A Postgres database.
     *
     * @param text as it was given
     */
    record Postgres(String text) implements StoreUrl {
        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public SessionStore open() {
            return PostgresStore.open(text);
        }

        @Override
        public SessionStore open(IdSource ids) {
            return PostgresStore.open(text, PostgresStore.Options.defaults().ids(ids));
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return PostgresStore.open(
                    text, PostgresStore.Options.defaults().clock(clock).ids(ids));
        }

        @Override
        public List<Diagnosis> diagnose() {
            return PostgresStore.diagnose(text, PostgresStore.Options.defaults().waitLimit(Duration.ofSeconds(3)));
        }

        /** Without passwords. */
        @Override
        public String toString() {
            return PostgresStore.shown(text);
        }
    }

    /**
     * A Redis server, perhaps over HTTP.
     *
     * @param text as it was given
     */
    record Redis(RedisOptions options, String text) implements StoreUrl {
        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public SessionStore open() {
            return RedisStore.open(options);
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return RedisStore.open(options.clock(clock).ids(ids));
        }

        @Override
        public SessionStore open(IdSource ids) {
            return RedisStore.open(options.ids(ids));
        }

        @Override
        public List<Diagnosis> diagnose() {
            return RedisStore.diagnose(options);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Redis redis && text.equals(redis.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        /** Without passwords. */
        @Override
        public String toString() {
            return text.replaceFirst("//[^@/]*@", "//…@").replaceAll("(certificate-password=)[^&]*", "$1…");
        }
    }

    /** Whether there is something to open. */
    boolean exists();

    /** Opens it; a file is made if there is none. */
    SessionStore open();

    /** What there is to know of its database. */
    List<Diagnosis> diagnose();

    /** Opens it with ids from outside. */
    SessionStore open(IdSource ids);

    /** Opens it with time and ids from outside. */
    SessionStore open(InstantSource clock, IdSource ids);

    /**
     * The store that a text names.
     *
     * @param directory what relative paths begin at
     * @throws IllegalArgumentException when it names none
     */
    static StoreUrl parse(String text, Path directory) {
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? "" : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (scheme) {
            case "memory" -> {
                if (!rest.isEmpty()) {
                    throw new IllegalArgumentException("nothing follows memory:, unlike in " + text);
                }
                yield new Memory();
            }
            case "sqlite" -> {
                if (rest.isEmpty()) {
                    throw new IllegalArgumentException("sqlite: needs a file, such as sqlite:a2.db");
                }
                yield new Sqlite(directory.resolve(rest));
            }
            case "postgres", "postgresql" -> {
                PostgresStore.check(text);
                yield new Postgres(text);
            }
            case "redis", "rediss", "redis+cluster", "rediss+cluster", "redis+sentinel", "rediss+sentinel" ->
                new Redis(RedisOptions.of(text), text);
            case "https", "http" -> new Redis(RedisOptions.of(text), text);
            case "" ->
                throw new IllegalArgumentException(
                        text + " is no store; for a SQLite file write sqlite:" + (text.isEmpty() ? "a2.db" : text));
            default ->
                throw new IllegalArgumentException(
                        "no store is known as " + scheme
                                + ":, only memory:, sqlite:PATH, postgres://HOST:PORT/DATABASE, redis://HOST:PORT and https://HOST");
        };
    }

    /** What is meant where nothing is said: the first default that exists, else the first. */
    static StoreUrl standard(@Nullable String environment, Path directory) {
        if (environment != null && !environment.isEmpty()) {
            return parse(environment, directory);
        }
        for (String url : DEFAULTS) {
            StoreUrl found = parse(url, directory);
            if (found.exists()) {
                return found;
            }
        }
        return parse(DEFAULTS.get(0), directory);
    }
}

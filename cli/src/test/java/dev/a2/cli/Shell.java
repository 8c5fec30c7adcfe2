package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Runs commands in this process, in a folder of its own, at a time of its own. */
final class Shell {
    static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

    final Path folder;
    final Map<String, String> environment = new HashMap<>();
    String in = "";

    private final AtomicLong ids = new AtomicLong();
    private Instant now = NOW;

    /** What a command said, and how it ended. */
    record Said(int exitCode, String out, String err) {
        /** What it printed, if it ended well and complained of nothing. */
        String ok() {
            assertThat(err).isEmpty();
            assertThat(exitCode).isZero();
            return out;
        }

        /** What it complained of. */
        String failed(int expectedCode) {
            assertThat(exitCode).as(out + err).isEqualTo(expectedCode);
            assertThat(err).doesNotContain("\tat ");
            return err;
        }
    }

    Shell(Path folder) {
        this.folder = folder;
    }

    Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Said(exitCode, out.toString(), err.toString());
    }

    /** The same for a command that is watched while it runs. */
    int run(PrintWriter out, PrintWriter err, String... arguments) {
        Surroundings surroundings = new Surroundings(
                () -> now, environment::get, folder, new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)));
        return Main.commandLine(surroundings).setOut(out).setErr(err).execute(arguments);
    }

    void advance(long ms) {
        now = now.plusMillis(ms);
    }

    /** The default store, at the shell's time, with ids x1, x2, …. */
    SessionStore store() {
        return store("a2.db");
    }

    SessionStore store(String file) {
        return SqliteStore.open(
                folder.resolve(file),
                SqliteStore.Options.defaults()
                        .sync(SqliteStore.Sync.NORMAL)
                        .clock(() -> now)
                        .ids(() -> "x" + ids.incrementAndGet()));
    }
}

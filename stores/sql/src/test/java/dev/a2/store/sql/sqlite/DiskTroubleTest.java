package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that refuses writes, and one that lost the last of them (F51). */
class DiskTroubleTest {
    private static final String SESSION = "s";
    private static final Json LARGE = Json.string("x".repeat(200_000));

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("store.db");
    }

    /** A process that appends until the system refuses a write, and says what it was told. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            try (SessionStore store = SqliteStore.open(Path.of(args[0]))) {
                for (int i = 1; i <= 1_000; i++) {
                    store.append(AppendRequest.of(
                            SESSION, NewEvent.of("e-" + i, "said", LARGE).to(Target.each("c"))));
                    System.out.println("appended e-" + i);
                }
            } catch (StoreException e) {
                System.out.println(e.code() + " " + e.effect());
            }
        }
    }

    @Test
    void writeThatTheSystemRefusesLosesNothingAndIsOverOnceThereIsRoom() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "a limit on the length of files is set by /bin/sh");
        // Room for the driver's library, but not for a thousand large events.
        List<String> limited = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 16000 && exec \"$@\"", "sh"));
        limited.addAll(SqliteProcess.command(Writer.class, path().toString()));
        Process process = new ProcessBuilder(limited)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(said).hasSizeBetween(10, 500);
        assertThat(said.get(said.size() - 1)).startsWith("STORE_UNAVAILABLE");
        int acknowledged = said.size() - 1;
        try (SessionStore store = SqliteStore.open(path())) {
            assertThat(idsOf(store)).startsWith(names(acknowledged)).hasSizeBetween(acknowledged, acknowledged + 1);
            assertThat(store.verify(SESSION)).isEmpty();

            store.append(AppendRequest.of(SESSION, NewEvent.of("more", "said", LARGE)));

            assertThat(idsOf(store)).endsWith("more");
        }
        assertThat(TestFiles.query(path(), "PRAGMA integrity_check")).containsExactly("ok");
    }

    @Test
    void whatAPowerCutLeavesIsWholeUpToSomeCommit() throws Exception {
        int events = 30;
        try (SessionStore store = SqliteStore.open(path())) {
            for (int i = 1; i <= events; i++) {
                store.append(AppendRequest.of(
                        SESSION, NewEvent.of("e-" + i, "said", Json.NULL).to(Target.lane("c", "l"))));
            }
            long whole = Files.size(log(path()));
            int longest = 0;
            for (int part = 0; part <= 10; part++) {
                // Not at a frame's end, but for the last.
                int kept = keptAfterCut(part, whole * part / 10 - (part < 10 ? part * 7L : 0));
                assertThat(kept).isGreaterThanOrEqualTo(longest);
                longest = kept;
            }
            assertThat(longest).isEqualTo(events);
        }
    }

    /** How many events are left in a copy of the file whose log was cut. */
    private int keptAfterCut(int part, long logBytes) throws Exception {
        Path copy = folder.resolve("copy-" + part + ".db");
        Files.copy(path(), copy);
        Files.copy(log(path()), log(copy));
        try (RandomAccessFile log = new RandomAccessFile(log(copy).toFile(), "rw")) {
            log.setLength(Math.max(0, logBytes));
        }
        try (SessionStore store = SqliteStore.open(copy)) {
            List<String> ids = idsOf(store);
            assertThat(ids).containsExactly(names(ids.size()));
            assertThat(store.verify(SESSION)).isEmpty();
            store.append(AppendRequest.of(SESSION, NewEvent.of("more", "said", Json.NULL)));
            return ids.size();
        } finally {
            assertThat(TestFiles.query(copy, "PRAGMA integrity_check")).containsExactly("ok");
        }
    }

    private static Path log(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    private static List<String> idsOf(SessionStore store) {
        return store.read(SESSION, 0, null).stream().map(Event::id).toList();
    }

    private static String[] names(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = "e-" + (i + 1);
        }
        return names;
    }
}

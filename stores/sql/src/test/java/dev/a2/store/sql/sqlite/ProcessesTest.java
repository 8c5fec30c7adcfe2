package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one file, some of which are killed. What is left on the disk is what is judged. */
class ProcessesTest {
    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("store.db");
    }

    @Test
    void severalProcessesShareAFile() throws Exception {
        int processes = 4;
        int jobs = 60;
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            running.add(SqliteProcess.start(path(), "p" + i, jobs));
        }

        for (Process process : running) {
            assertThat(readAll(process)).as("a process that came to its end").endsWith("done");
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }

        assertEveryJobIsDoneOnce(processes * jobs);
    }

    @Test
    void checkpointsThatMeetCommitsDamageNothing() throws Exception {
        // F49
        int jobs = 60;
        List<Process> running = List.of(
                SqliteProcess.start(path(), "p0", jobs),
                SqliteProcess.start(path(), "p1", jobs),
                SqliteProcess.start(path(), "p2", jobs));
        int checkpoints = 0;
        while (running.stream().anyMatch(Process::isAlive)) {
            if (Files.exists(path().resolveSibling("store.db-wal"))) {
                String mode = checkpoints++ % 2 == 0 ? "PASSIVE" : "RESTART";
                TestFiles.query(path(), "PRAGMA wal_checkpoint(" + mode + ")");
            }
        }
        for (Process process : running) {
            assertThat(readAll(process)).endsWith("done");
        }

        assertThat(checkpoints).isPositive();
        assertEveryJobIsDoneOnce(running.size() * jobs);
    }

    @Test
    void killedProcessLosesNothingThatWasAcknowledged() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            Process process = SqliteProcess.start(path(), "killed-" + round, 1_000_000);
            Process other = SqliteProcess.start(path(), "other-" + round, 20);
            acknowledged.addAll(readUntilKilled(process, 30 + 17 * round));
            assertThat(readAll(other)).endsWith("done");
        }
        assertThat(TestFiles.query(path(), "PRAGMA integrity_check")).containsExactly("ok");

        finishWhatTheDeadLeft();

        List<String> stored = new ArrayList<>();
        try (SessionStore store = SqliteStore.open(path())) {
            for (int i = 0; i < SqliteProcess.SESSIONS; i++) {
                String session = "session-" + i;
                for (Event event : store.read(session, 0, null)) {
                    stored.add(
                            event.id().startsWith("done ")
                                    ? "completed " + session + event.id().substring(4)
                                    : "appended " + session + " " + event.id());
                }
            }
        }
        assertThat(stored).containsAll(acknowledged);
        long appended =
                stored.stream().filter(line -> line.startsWith("appended")).count();
        assertEveryJobIsDoneOnce((int) appended);
    }

    private static List<String> readUntilKilled(Process process, int lines) throws IOException {
        List<String> acknowledged = new ArrayList<>();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (!line.equals("open")) {
                acknowledged.add(line);
            }
            if (acknowledged.size() == lines) {
                // By its handle: what it still said can be read then.
                process.toHandle().destroyForcibly();
            }
        }
        return acknowledged;
    }

    private static List<String> readAll(Process process) {
        return process.inputReader().lines().toList();
    }

    /** What the dead had claimed lapses. */
    private void finishWhatTheDeadLeft() throws InterruptedException {
        try (SessionStore store = SqliteStore.open(path())) {
            long end = System.nanoTime() + SqliteProcess.LEASE.plusSeconds(20).toNanos();
            for (int i = 0; i < SqliteProcess.SESSIONS; i++) {
                String session = "session-" + i;
                while (count(store, session, "job") > count(store, session, "done")) {
                    assertThat(System.nanoTime()).isLessThan(end);
                    if (!SqliteProcess.work(store, session, "heir")) {
                        Thread.sleep(Duration.ofMillis(50));
                    }
                }
            }
        }
    }

    private static long count(SessionStore store, String session, String type) {
        return store.read(session, 0, null).stream()
                .filter(event -> event.type().equals(type))
                .count();
    }

    private void assertEveryJobIsDoneOnce(int jobs) throws Exception {
        long done = 0;
        try (SessionStore store = SqliteStore.open(path())) {
            for (int i = 0; i < SqliteProcess.SESSIONS; i++) {
                String session = "session-" + i;
                List<Event> events = store.read(session, 0, null);
                assertThat(store.verify(session)).isEmpty();
                assertThat(events)
                        .extracting(Event::index)
                        .isEqualTo(java.util.stream.LongStream.rangeClosed(1, events.size())
                                .boxed()
                                .toList());
                List<String> ids = events.stream().map(Event::id).toList();
                assertThat(ids).doesNotHaveDuplicates();
                for (Event event : events) {
                    if (event.type().equals("job")) {
                        assertThat(ids).contains("done " + event.id());
                        done++;
                    }
                }
            }
        }
        assertThat(done).isEqualTo(jobs);
        assertThat(TestFiles.query(
                        path(), "SELECT count(*) FROM heads WHERE state <> 'DONE' OR completed_attempt IS NULL"))
                .containsExactly("0");
        assertThat(TestFiles.query(path(), "PRAGMA integrity_check")).containsExactly("ok");
    }
}

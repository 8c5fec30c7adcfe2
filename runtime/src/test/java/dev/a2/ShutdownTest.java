package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.ShutdownWorker.Shift;
import dev.a2.ShutdownWorker.Shift.Done;
import dev.a2.ShutdownWorker.Shift.Work;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are told to end while their handlers run. Where claims last for ten minutes, whatever another process begins it
 * began because it was given back.
 */
final class ShutdownTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    /** Long enough for a machine that is busy. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int TOLD_BY_SIGTERM = 128 + 15;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();
    private final List<String> elsewhere = new CopyOnWriteArrayList<>();
    private SessionStore store;
    private A2<Shift> client;

    @BeforeEach
    void open() {
        store = SqliteStore.open(file());
        client = A2.open(contract(), store, A2Options.defaults().workers(false));
    }

    @AfterEach
    void end() {
        client.close();
        store.close();
        processes.forEach(Process::destroyForcibly);
    }

    private Path file() {
        return folder.resolve("shifts.db");
    }

    private Contract<Shift> contract() {
        return ShutdownWorker.contract((work, context) -> {
            elsewhere.add(work.n() + "/" + context.attempt());
            return List.of(new Done(work.n()));
        });
    }

    /** A worker in this process. */
    private A2<Shift> openAnother() {
        return A2.open(contract(), store, A2Options.defaults().pollInterval(Duration.ofMillis(50)));
    }

    /** A worker in a process of its own. */
    private Process start(Duration claimTtl, Duration grace) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShutdownWorker.class.getName(),
                        file().toString(),
                        "" + claimTtl.toMillis(),
                        "" + grace.toMillis())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private void append(String... hows) {
        List<Shift> works = new ArrayList<>();
        Arrays.stream(hows).forEach(how -> works.add(new Work(works.size() + 1, how)));
        client.session("s").append(works);
    }

    private static void hears(BufferedReader said, String line) throws IOException {
        assertThat(said.readLine()).isEqualTo(line);
    }

    /** By SIGTERM. */
    private static void tellToEnd(Process process) {
        // Not the process's own method: that one closes its output, too.
        process.toHandle().destroy();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Dispatch head() {
        return store.cursors("s").get(0).dispatch();
    }

    /** Which attempt did which work. */
    private List<String> done() {
        return store.read("s", 0, null).stream()
                .filter(event -> event.type().equals("done"))
                .map(Event::cause)
                .map(Objects::requireNonNull)
                .map(cause -> cause.index() + "/" + cause.attempt())
                .toList();
    }

    private void awaitElsewhere(String... began) {
        Eventually.until("another process began something", () -> elsewhere.size() >= began.length);
        assertThat(elsewhere).containsExactly(began);
    }

    @Test
    @DisplayName("RT-11 a handler is renewed until it ends within the grace, and what comes next is another's at once")
    void endsWithinTheGrace() throws Exception {
        Process process = start(LEASE, TEN_MINUTES);
        BufferedReader said = process.inputReader();
        hears(said, "works");
        append("wait", "at once");
        hears(said, "began 1/1");

        tellToEnd(process);
        hears(said, "told to end");
        try (A2<Shift> another = openAnother()) {
            another.session("t").append(new Work(3, "at once"));
            Instant told = Objects.requireNonNull(head().claimExpiresAt());
            Eventually.until(
                    "its claim lasts longer than by the renewals before",
                    () -> Objects.requireNonNull(head().claimExpiresAt()).isAfter(told.plus(LEASE)));
            awaitElsewhere("3/1");
            process.outputWriter().append('\n').flush();

            awaitElsewhere("3/1", "2/1");
            hears(said, "ended in good order");
            assertThat(exitCode(process)).isEqualTo(TOLD_BY_SIGTERM);
            Eventually.until("all is done", () -> done().size() == 2);
        }
        assertThat(done()).containsExactly("1/1", "2/1");
    }

    @Test
    @DisplayName(
            "RT-11 when the grace ends the handler is interrupted, and its head begins elsewhere without waiting for its lease")
    void interrupted() throws Exception {
        Process process = start(TEN_MINUTES, SHORT);
        BufferedReader said = process.inputReader();
        hears(said, "works");
        append("wait", "at once");
        hears(said, "began 1/1");

        tellToEnd(process);

        hears(said, "told to end");
        hears(said, "ended in good order");
        assertThat(exitCode(process)).isEqualTo(TOLD_BY_SIGTERM);
        assertThat(head().failureCount()).isZero();
        try (A2<Shift> another = openAnother()) {
            awaitElsewhere("1/2", "2/1");
            assertThat(another.session("s").settle(Duration.ofSeconds(30)).settled())
                    .isTrue();
        }
        assertThat(done()).containsExactly("1/2", "2/1");
    }

    @Test
    @DisplayName("RT-11 a handler that does not heed its interrupt holds up neither the process nor its head")
    void deaf() throws Exception {
        Process process = start(TEN_MINUTES, SHORT);
        BufferedReader said = process.inputReader();
        hears(said, "works");
        append("deaf");
        hears(said, "began 1/1");

        tellToEnd(process);

        hears(said, "told to end");
        hears(said, "does not heed its interrupt");
        hears(said, "ended in good order");
        assertThat(exitCode(process)).isEqualTo(TOLD_BY_SIGTERM);
        try (A2<Shift> another = openAnother()) {
            awaitElsewhere("1/2");
            assertThat(another.session("s").settle(Duration.ofSeconds(30)).settled())
                    .isTrue();
        }
        assertThat(done()).containsExactly("1/2");
    }

    @Test
    @DisplayName("RT-11 a second signal ends the process at once; what it held waits for its lease")
    void secondSignal() throws Exception {
        Process process = start(TEN_MINUTES, TEN_MINUTES);
        BufferedReader said = process.inputReader();
        hears(said, "works");
        append("wait");
        hears(said, "began 1/1");
        tellToEnd(process);
        hears(said, "told to end");

        tellToEnd(process);

        assertThat(exitCode(process)).isEqualTo(TOLD_BY_SIGTERM);
        assertThat(said.readLine()).isNull();
        assertThat(head().claimHolder()).isNotNull();
    }
}

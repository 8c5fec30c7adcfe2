package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Head;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MoveCommandTest {
    private static final long SEED = Long.getLong("a2.move.seed", System.nanoTime());

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    /** A session in which nothing is open; all that can be known of it is in its export. */
    private void settled(SessionStore store, String session) {
        Orders.append(store, session, Orders.event("e1", "placed", Target.each("pay"), Target.each("mail")));
        Head pay = Orders.claim(store, session, Duration.ofSeconds(10), "pay").get(0);
        Orders.complete(store, session, pay, Orders.event("e2", "paid"));
        Orders.bury(
                store,
                session,
                Orders.claim(store, session, Duration.ofSeconds(10), "mail").get(0),
                "boom");
    }

    private void settled(String... sessions) {
        try (SessionStore store = shell.store()) {
            for (String session : sessions) {
                settled(store, session);
            }
        }
    }

    private Shell.Said move(String... arguments) {
        List<String> all = new ArrayList<>(List.of("move", "--to", "sqlite:b.db"));
        all.addAll(List.of(arguments));
        return shell.run(all.toArray(String[]::new));
    }

    private String exported(String url, String... sessions) {
        List<String> all = new ArrayList<>(List.of("export", "--store", url));
        all.addAll(List.of(sessions));
        Shell.Said said = shell.run(all.toArray(String[]::new));
        assertThat(said.exitCode()).as(said.err()).isZero();
        return said.out();
    }

    @Test
    void oneMovesAndTheOthersStay() {
        settled("order-1", "order-2");
        String before = exported("sqlite:a2.db", "order-1");

        assertThat(move("order-1").ok()).isEqualTo("moved 1 session to sqlite:" + folder.resolve("b.db") + "\n");

        assertThat(exported("sqlite:b.db")).isEqualTo(before);
        assertThat(exported("sqlite:a2.db", "order-2")).contains("order-2");
        assertThat(shell.run("verify").ok()).contains("nothing wrong");
        assertThat(shell.run("verify", "--store", "sqlite:b.db").ok()).contains("nothing wrong");
        assertThat(folder.resolve("a2-move")).doesNotExist();
        assertThat(move("order-1").ok()).contains("moved 0 sessions", "1 moved before");
    }

    @Test
    void allOfAPrefixMove() {
        settled("order-1", "order-2", "user-1");

        assertThat(move("--prefix", "order-").ok()).contains("moved 2 sessions");
        assertThat(move("--all").ok()).contains("moved 1 session ", "2 moved before");
    }

    @Test
    void aSessionThatCannotMoveIsToldAndTheOthersMove() {
        settled("order-1", "order-2");
        try (SessionStore store = SqliteStore.open(folder.resolve("a2.db"))) {
            Orders.append(store, "order-3", Orders.event("e1", "placed", Target.each("billing")));
            Orders.claim(store, "order-3", Duration.ofMinutes(5), "billing");
        }
        shell.run("append", "order-1", "placed", "1", "--raw", "--store", "sqlite:b.db")
                .ok();

        Shell.Said said = move("--all", "--wait", "0s");

        assertThat(said.failed(1).lines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("\"order-1\" has events already where it should go"))
                .anySatisfy(line -> assertThat(line)
                        .contains("\"order-3\" does not stand still", "\"billing\" at event 1, held by \"worker-1\""));
        assertThat(said.out()).contains("moved 1 session ", "2 not moved");
    }

    @Test
    void aDryRunChangesNothing() {
        settled("order-1");
        Orders.busy(shell, "order-2");
        String before = exported("sqlite:a2.db");

        String out = move("--all", "--dry-run").ok();

        assertThat(out)
                .contains("would move order-1: reaches to event 2\n")
                .contains("would move order-2: reaches to event 3, 1 attempts under way: \"billing\" at event 2");
        assertThat(exported("sqlite:a2.db")).isEqualTo(before);
        assertThat(folder.resolve("b.db")).doesNotExist();
        assertThat(folder.resolve("a2-move")).doesNotExist();
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        settled("order-1");

        assertThat(move().failed(2)).contains("name sessions, or give --all or --prefix");
        assertThat(move("order-1", "--all").failed(2)).contains("one of these");
        assertThat(shell.run("move", "order-1").failed(2)).contains("--to");
        assertThat(shell.run("move", "order-1", "--to", "sqlite:a2.db", "--store", "sqlite:a2.db")
                        .failed(2))
                .contains("the same store");
        assertThat(shell.run("move", "order-1", "--to", "memory:").failed(2))
                .contains("is gone when this command ends");
        assertThat(shell.run("move", "order-1", "--to", "what:").failed(2)).contains("no store is known as what:");
        assertThat(move("nobody").failed(1)).contains("has no events");
    }

    @Test
    void killedAtAnyMomentItIsEndedByTheSameCommand() throws Exception {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        String[] sessions = new String[60];
        try (SessionStore store = SqliteStore.open(folder.resolve("a2.db"))) {
            for (int i = 0; i < sessions.length; i++) {
                sessions[i] = "order-" + i;
                settled(store, sessions[i]);
            }
        }
        String before = exported("sqlite:a2.db", sessions);

        int kills = 0;
        while (kills < Integer.getInteger("a2.move.kills", 3) && !endsUndisturbed(random.nextInt(30))) {
            kills++;
        }
        assertThat(endsUndisturbed(Integer.MAX_VALUE)).isTrue();

        assertThat(exported("sqlite:b.db", sessions))
                .as("seed %d, %d kills", SEED, kills)
                .isEqualTo(before);
        assertThat(shell.run("verify", "--store", "sqlite:b.db").ok()).contains("nothing wrong");
        assertThat(shell.run("verify").ok()).contains("nothing wrong");
        assertThat(folder.resolve("a2-move")).doesNotExist();
    }

    /** In a process of its own, which is killed so many milliseconds after a session is on its way. */
    private boolean endsUndisturbed(int delayMs) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ChaosCommand.anotherProcess("move", "--all", "--store", "sqlite:a2.db", "--to", "sqlite:b.db"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (process.isAlive() && !isUnderway()) {
            Thread.onSpinWait();
        }
        if (process.waitFor(delayMs, TimeUnit.MILLISECONDS)) {
            assertThat(process.exitValue()).isZero();
            return true;
        }
        process.destroyForcibly().waitFor();
        System.out.println("killed " + delayMs + " ms after the first began, on its way: " + isUnderway());
        return false;
    }

    private boolean isUnderway() throws IOException {
        Path way = folder.resolve("a2-move");
        if (!Files.exists(way)) {
            return false;
        }
        try (Stream<Path> files = Files.list(way)) {
            return files.anyMatch(file -> file.toString().endsWith(".jsonl"));
        } catch (NoSuchFileException | UncheckedIOException e) {
            return false;
        }
    }
}

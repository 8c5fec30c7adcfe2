package dev.a2.store.sql.sqlite;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A process of its own that works on a file: it appends jobs to some sessions, and claims and completes whatever it finds
 * there, its own or not. Says on its output what was acknowledged.
 */
final class SqliteProcess {
    static final int SESSIONS = 3;
    static final String CONSUMER = "worker";
    static final Duration LEASE = Duration.ofSeconds(2);

    private SqliteProcess() {}

    /** Starts one. */
    static Process start(Path file, String name, int jobs) throws IOException {
        return new ProcessBuilder(command(SqliteProcess.class, file.toString(), name, Integer.toString(jobs)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** How to run a class in a process of its own. */
    static List<String> command(Class<?> main, String... arguments) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                main.getName()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Arguments: file, name, number of jobs. */
    public static void main(String[] args) {
        String name = args[1];
        int jobs = Integer.parseInt(args[2]);
        try (SessionStore store = SqliteStore.open(Path.of(args[0]))) {
            System.out.println("open");
            for (int job = 0; job < jobs; job++) {
                String session = "session-" + job % SESSIONS;
                String id = name + "-" + job;
                store.append(AppendRequest.of(
                        session, NewEvent.of(id, "job", Json.NULL).to(Target.each(CONSUMER))));
                System.out.println("appended " + session + " " + id);
                work(store, session, name);
            }
            for (int session = 0; session < SESSIONS; session++) {
                while (work(store, "session-" + session, name)) {}
            }
        }
        System.out.println("done");
    }

    /** Claims a few jobs and completes them; whether there were any. */
    static boolean work(SessionStore store, String session, String holder) {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of(session, holder, When.after(LEASE)).limit(4));
        if (!(result instanceof ClaimResult.Claimed claimed)) {
            return false;
        }
        for (Head head : claimed.heads()) {
            store.completeAttempt(CompleteRequest.of(
                    session, head.attempt(), NewEvent.of("done " + head.event().id(), "done", Json.NULL)));
            System.out.println("completed " + session + " " + head.event().id());
        }
        return true;
    }
}

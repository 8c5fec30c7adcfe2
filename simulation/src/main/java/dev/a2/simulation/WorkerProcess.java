package dev.a2.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link CrashWorker} in a process of its own. */
record WorkerProcess(Process process) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    static WorkerProcess start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CrashWorker.class.getName()));
        command.addAll(List.of(arguments));
        return new WorkerProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Stops it as a debugger or a full machine would, and lets it go on after a time. */
    void pause(Duration time) throws IOException, InterruptedException {
        signal("-STOP");
        Thread.sleep(time.toMillis());
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .start()
                .waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}

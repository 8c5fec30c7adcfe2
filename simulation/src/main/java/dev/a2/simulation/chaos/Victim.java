package dev.a2.simulation.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that can be killed. */
record Victim(Process process) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    static Victim start(List<String> command, Path out) throws IOException {
        return new Victim(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends it a signal, such as STOP, CONT or TERM. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Whether it ends in time. */
    boolean awaitEnd() throws InterruptedException {
        return process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}

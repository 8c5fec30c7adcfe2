package dev.a2.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** {@code a2 demo} in a process of its own, which can be killed. */
record DemoProcess(Process process, BufferedReader out) implements AutoCloseable {
    static DemoProcess start(String store) throws IOException {
        Process process = new ProcessBuilder(ChaosCommand.anotherProcess("demo", "--store", store))
                .redirectErrorStream(true)
                .start();
        DemoProcess demo = new DemoProcess(process, process.inputReader());
        // It says at once what it is about to do; from there on it is at work.
        demo.out.readLine();
        return demo;
    }

    /** Kills it as {@code kill -9} does, unless it ends within the delay; whether it was killed. */
    boolean killAfter(Duration delay) throws InterruptedException {
        if (endsWithin(delay)) {
            return false;
        }
        kill();
        return true;
    }

    boolean endsWithin(Duration delay) throws InterruptedException {
        return process.waitFor(delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    void kill() throws InterruptedException {
        // Not the process's own method: that one closes its output, too.
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** The last line that it said before it was killed. */
    String lastSaid() {
        return out.lines().filter(line -> !line.isBlank()).reduce("nothing", (before, line) -> line);
    }

    /** Lets it end; all that it says, and its exit code as the last line. */
    String finish() throws InterruptedException {
        String said = String.join("\n", out.lines().toList());
        return said + "\nexit code " + process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

package dev.a2.benchmarks.live;

import dev.a2.server.A2Server;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A server in a process of its own, which tells its heap and processor time when asked. */
public final class LiveServerProcess implements AutoCloseable {
    private static final long MEGA = 1 << 20;

    private final Process process;
    private final BufferedReader from;
    private final PrintWriter to;
    private final int port;

    private LiveServerProcess(Process process) throws IOException {
        this.process = process;
        this.from = process.inputReader(StandardCharsets.UTF_8);
        this.to = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.port = Integer.parseInt(from.readLine());
    }

    /**
     * Starts one.
     *
     * @param kind {@code memory} or {@code sqlite}: A2 on that store; {@code bare}: a {@link BareServer}
     */
    static LiveServerProcess start(String kind, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LiveServerProcess.class.getName(),
                kind,
                folder.resolve("live.db").toString()));
        return new LiveServerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    int port() {
        return port;
    }

    /** Live heap in bytes, after collecting what is not. */
    long heap() throws IOException {
        to.println("heap");
        return Long.parseLong(from.readLine());
    }

    /** Processor time so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() throws IOException {
        to.println("end");
        from.readLine();
        process.destroy();
    }

    /** The process: prints its port, then answers {@code heap} until {@code end}. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("bare")) {
            try (BareServer server = new BareServer()) {
                answer(server.port());
            }
            return;
        }
        try (SessionStore store = args[0].equals("memory") ? MemoryStore.open() : SqliteStore.open(Path.of(args[1]));
                A2Server server = A2Server.open(
                        store, ServerOptions.defaults().listen("127.0.0.1", 0).shutdownGrace(Duration.ofSeconds(1)))) {
            answer(server.address().getPort());
        }
    }

    private static void answer(int port) throws IOException, InterruptedException {
        System.out.println(port);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (Objects.requireNonNullElse(in.readLine(), "end").equals("heap")) {
            long used = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(100);
                used = Math.min(
                        used,
                        Runtime.getRuntime().totalMemory()
                                - Runtime.getRuntime().freeMemory());
            }
            System.out.println(used);
        }
        System.out.println("ended");
    }

    /** Bytes as mebibytes. */
    static double mebi(long bytes) {
        return bytes / (double) MEGA;
    }
}

package dev.a2.cli;

import dev.a2.simulation.chaos.Trouble;
import dev.a2.store.SessionStore;
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.Proxy.Mode;
import dev.a2.testservers.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** A wire to a server for each worker of a fleet, and what befalls wires and server. */
final class Wires implements AutoCloseable {
    private static final List<Mode> FAULTS =
            List.of(Mode.CUT_REPLY, Mode.HALF_REPLY, Mode.BLACK_HOLE, Mode.HOLD_REQUESTS, Mode.HOLD_REPLIES);
    private static final int LONGEST_FAULT_MS = 1_500;
    private static final int LONGEST_ABSENCE_MS = 1_500;

    /**
     * A server that can be killed.
     *
     * @param url where a store finds it behind a port
     */
    record Victim(int port, IntFunction<String> url, Runnable kill, Runnable again) {
        static Victim of(RedisServer server) {
            return new Victim(server.port(), port -> "redis://127.0.0.1:" + port, server::kill, server::again);
        }

        static Victim of(PostgresServer server) {
            return new Victim(
                    server.port(),
                    port -> "postgres://postgres@127.0.0.1:" + port + "/postgres",
                    server::kill,
                    server::again);
        }
    }

    private final Victim server;
    private final List<Proxy> wires = new ArrayList<>();

    Wires(Victim server, int workers) {
        this.server = server;
        for (int worker = 1; worker <= workers; worker++) {
            wires.add(new Proxy(server.port()));
        }
    }

    /** Where a worker finds the server; its name begins with its number. */
    String urlOf(String name) {
        int worker = Integer.parseInt(name.substring(0, name.indexOf('.')));
        return server.url().apply(wires.get(worker - 1).port());
    }

    SessionStore open() {
        return StoreUrl.parse(server.url().apply(server.port()), Path.of("")).open();
    }

    List<Trouble> troubles() {
        return wires.stream()
                .map(wire -> new Trouble(Duration.ofSeconds(3), (chance, server) -> disturb(wire, chance)))
                .toList();
    }

    private static void disturb(Proxy wire, RandomGenerator chance) throws InterruptedException {
        Mode mode = FAULTS.get(chance.nextInt(FAULTS.size()));
        wire.mode(mode);
        Thread.sleep(chance.nextInt(LONGEST_FAULT_MS));
        if (mode == Mode.BLACK_HOLE) {
            // No wire goes on behind a hole.
            wire.cut();
        }
        wire.mode(Mode.PASS);
    }

    /** All that it had told of is on its disk. */
    void killServer(RandomGenerator chance, Trouble.Server told) throws InterruptedException {
        told.goes();
        server.kill().run();
        Thread.sleep(chance.nextInt(LONGEST_ABSENCE_MS));
        server.again().run();
        told.isBack();
    }

    @Override
    public void close() {
        wires.forEach(Proxy::close);
    }
}

package dev.a2.server.browserclient;

import dev.a2.A2Options;
import dev.a2.server.A2Server;
import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server that keeps its store and its port while it is stopped and started by lines from a socket. */
final class ServerOnCommand implements AutoCloseable {
    private final NewApiToken token = NewApiToken.make("test", EnumSet.allOf(Role.class));
    private final AccessOptions access =
            AccessOptions.open().tokens(List.of(token.kept())).sessionSecret("a secret of thirty-two bytes and more");
    private final SessionStore store = MemoryStore.open();
    private final ServerSocket control;
    private final int port;
    private @Nullable A2Server server;

    private ServerOnCommand(ServerSocket control) {
        this.control = control;
        this.port = start(0).address().getPort();
        Thread.ofVirtual().start(this::obey);
    }

    static ServerOnCommand open() {
        try {
            return new ServerOnCommand(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** A token that may do everything. */
    String token() {
        return token.text();
    }

    /** Takes lines: stop or start; answers each when it is done. */
    int controlPort() {
        return control.getLocalPort();
    }

    private A2Server start(int port) {
        ServerOptions options = ServerOptions.defaults()
                .listen("127.0.0.1", port)
                .access(access)
                .contract(Shouts.CONTRACT)
                .runtime(A2Options.defaults().pollInterval(Duration.ofMillis(100)))
                .shutdownGrace(Duration.ofMillis(200));
        A2Server started = A2Server.open(store, options);
        server = started;
        return started;
    }

    private void obey() {
        while (!control.isClosed()) {
            try (Socket socket = control.accept()) {
                obey(socket);
            } catch (IOException e) {
                // The caller went away, or the test is over.
            }
        }
    }

    private void obey(Socket socket) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            obey(line);
            socket.getOutputStream().write((line + " done\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private synchronized void obey(String command) {
        if (command.equals("start")) {
            start(port);
        } else {
            stop();
        }
    }

    private synchronized void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void close() {
        try {
            control.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stop();
        store.close();
    }
}

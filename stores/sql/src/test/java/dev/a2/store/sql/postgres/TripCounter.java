package dev.a2.store.sql.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A wire to a server that writes down each round trip: what went there since the last answer came back. */
final class TripCounter implements AutoCloseable {
    private static final Pattern TRANSACTION = Pattern.compile("BEGIN ISOLATION|COMMIT|ROLLBACK|session_(id|key)");

    private final ServerSocket listening;
    private final int serverPort;
    private final List<StringBuilder> trips = new ArrayList<>();

    TripCounter(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    synchronized void forget() {
        trips.clear();
    }

    /** The trips of transactions since they were last forgotten; not those that open a connection, or tell other stores. */
    synchronized List<String> trips() {
        return trips.stream()
                .map(StringBuilder::toString)
                .filter(trip -> TRANSACTION.matcher(trip).find())
                .toList();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                Turn turn = new Turn();
                Thread.ofVirtual().start(() -> pump(client, server, bytes -> went(turn, bytes)));
                Thread.ofVirtual().start(() -> pump(server, client, bytes -> turn.answered = true));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static final class Turn {
        volatile boolean answered = true;
        StringBuilder trip = new StringBuilder();
    }

    private interface Tap {
        void passed(byte[] bytes);
    }

    private synchronized void went(Turn turn, byte[] bytes) {
        if (turn.answered) {
            turn.answered = false;
            turn.trip = new StringBuilder();
            trips.add(turn.trip);
        }
        turn.trip.append(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static void pump(Socket from, Socket to, Tap tap) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                tap.passed(Arrays.copyOf(buffer, n));
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // one side went
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}

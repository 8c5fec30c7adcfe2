package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A wire between a store and a server that a test can cut. Any thread may use it. */
public final class Proxy implements AutoCloseable {
    /** What happens to what the server answers. */
    public enum Mode {
        /** It goes through. */
        PASS,
        /** The first answer is swallowed and the connection closed. */
        CUT_REPLY,
        /** Half of the first answer goes through, and the connection is closed. */
        HALF_REPLY,
        /** Everything is swallowed, both ways, and nothing closed. */
        BLACK_HOLE,
        /** What is sent to the server waits until the next mode, also when its sender has gone. */
        HOLD_REQUESTS,
        /** What the server answers waits until the next mode. */
        HOLD_REPLIES
    }

    private volatile int port;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Socket> dead = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.PASS;

    /** A wire to this port. */
    public Proxy(int port) {
        this.port = port;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Where it listens. */
    public int port() {
        return listening.getLocalPort();
    }

    /** New connections lead there. */
    public void to(int port) {
        this.port = port;
    }

    /** From now on. */
    public void mode(Mode mode) {
        synchronized (dead) {
            this.mode = mode;
            dead.notifyAll();
        }
    }

    /** The connections of now swallow everything from now on, without being closed; new ones work. */
    public void deaden() {
        dead.addAll(sockets);
    }

    private Mode passable(boolean answers) {
        synchronized (dead) {
            while (mode == (answers ? Mode.HOLD_REPLIES : Mode.HOLD_REQUESTS)) {
                try {
                    dead.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return Mode.BLACK_HOLE;
                }
            }
            return mode;
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (IOException e) {
                return;
            }
        }
    }

    /** To a server that is not there there is no connection. */
    private void connect(Socket from) {
        try {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(from);
            sockets.add(to);
            Thread.ofVirtual().start(() -> pump(from, to, false));
            Thread.ofVirtual().start(() -> pump(to, from, true));
        } catch (IOException e) {
            close(from);
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[64 << 10];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int length = in.read(buffer);
            while (length >= 0) {
                Mode now = passable(answers);
                if (answers && (now == Mode.CUT_REPLY || now == Mode.HALF_REPLY)) {
                    out.write(buffer, 0, now == Mode.HALF_REPLY ? length / 2 : 0);
                    return;
                }
                if (now != Mode.BLACK_HOLE && !dead.contains(from)) {
                    out.write(buffer, 0, length);
                }
                length = in.read(buffer);
            }
        } catch (IOException e) {
            // One of them was closed.
        }
    }

    /** Closes all connections; new ones can be made. */
    public void cut() {
        for (Socket socket : sockets) {
            close(socket);
        }
        sockets.clear();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}

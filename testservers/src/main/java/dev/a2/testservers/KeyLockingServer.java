package dev.a2.testservers;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A real server behind a front that makes its clients keep the {@link KeyLockingRules}. */
public final class KeyLockingServer implements TestServers {
    private final RedisServer server;
    private final KeyLockingRules rules;
    private final ServerSocket listening;

    private KeyLockingServer(RedisServer server, KeyLockingRules rules) {
        this.server = server;
        this.rules = rules;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Starts both. */
    public static KeyLockingServer start(RedisServer.Version version, KeyLockingRules.Reach reach) {
        return new KeyLockingServer(RedisServer.start(version), new KeyLockingRules(reach));
    }

    /** Where the front listens. */
    public int port() {
        return listening.getLocalPort();
    }

    @Override
    public String url() {
        return "redis://127.0.0.1:" + port();
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(server);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), server.port());
                client.setTcpNoDelay(true);
                behind.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> forward(client, behind));
                Thread.ofVirtual().start(() -> answer(behind, client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void forward(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = new BufferedInputStream(from.getInputStream());
            OutputStream out = new BufferedOutputStream(to.getOutputStream());
            while (true) {
                write(out, rules.instead(command(in)));
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            // One of them was closed.
        }
    }

    private static void answer(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One of them was closed.
        }
    }

    private static List<byte[]> command(InputStream in) throws IOException {
        int count = number(in, '*');
        List<byte[]> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] word = in.readNBytes(number(in, '$'));
            in.skipNBytes(2);
            words.add(word);
        }
        return words;
    }

    /** The rest of a line that begins so. */
    private static int number(InputStream in, char start) throws IOException {
        int begun = in.read();
        if (begun != start) {
            throw begun < 0 ? new EOFException() : new IOException("a command does not begin with " + (char) begun);
        }
        int number = 0;
        for (int digit = in.read(); digit != '\r'; digit = in.read()) {
            if (digit < 0) {
                throw new EOFException();
            }
            number = number * 10 + digit - '0';
        }
        in.skipNBytes(1);
        return number;
    }

    private static void write(OutputStream out, List<byte[]> words) throws IOException {
        out.write(("*" + words.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] word : words) {
            out.write(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(word);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.close();
    }
}

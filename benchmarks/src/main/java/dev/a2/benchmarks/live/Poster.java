package dev.a2.benchmarks.live;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The leanest client that appends: one connection, one request at a time. */
final class Poster implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final int port;

    Poster(int port) throws IOException {
        this.port = port;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Appends an event that holds the time at which it is sent and is padded to a length. */
    void post(String session, int length) throws IOException {
        String sent = "{\"sent\":" + System.nanoTime() + ",\"pad\":\"";
        String body =
                "{\"type\":\"measured\",\"payload\":" + sent + "x".repeat(Math.max(0, length - sent.length())) + "\"}}";
        String request = "POST /v1/sessions/" + session + "/events HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        out.write(request.getBytes(StandardCharsets.UTF_8));
        out.flush();
        readReply();
    }

    private void readReply() throws IOException {
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (!status.contains(" 200 ")) {
            throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server hung up");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

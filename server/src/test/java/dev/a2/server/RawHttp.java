package dev.a2.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Requests to the byte, with headers that HTTP clients do not let one send. */
public final class RawHttp {
    private static final int LIMIT_MS = 20_000;

    /** What came back: all of it, unless it is a stream. */
    public record Answer(int status, List<String> head, String body) {
        /** A header's value. */
        public Optional<String> header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return head.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .findFirst();
        }
    }

    private RawHttp() {}

    /** The answer to a request line and headers; {@code Connection: close} is added. */
    public static Answer send(URI server, String line, String... headers) {
        return sendBody(server, "", line, headers);
    }

    /** The same with a body. */
    public static Answer sendBody(URI server, String body, String line, String... headers) {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        request.append("Connection: close\r\nContent-Length: ")
                .append(body.getBytes(StandardCharsets.UTF_8).length)
                .append("\r\n\r\n")
                .append(body);
        try (Socket socket = new Socket(server.getHost().replaceAll("[\\[\\]]", ""), server.getPort())) {
            socket.setSoTimeout(LIMIT_MS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return read(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer read(InputStream in) throws IOException {
        List<String> head = new ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            head.add(line);
        }
        Answer bodiless = new Answer(Integer.parseInt(head.get(0).split(" ", -1)[1]), head, "");
        int length = Integer.parseInt(bodiless.header("Content-Length").orElse("0"));
        return new Answer(bodiless.status(), head, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the answer ends in its head: " + line);
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}

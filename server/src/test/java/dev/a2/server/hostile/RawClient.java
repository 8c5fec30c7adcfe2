package dev.a2.server.hostile;

import dev.a2.server.ServerFixture;
import dev.a2.server.config.AccessOptions;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A client that sends whatever it likes: a socket, and just enough HTTP to read answers. */
final class RawClient implements AutoCloseable {
    /** For servers that it asks: it does not say at which port. */
    static final AccessOptions ACCESS = AccessOptions.open().hosts(Set.of("localhost"));

    private static final int LIMIT_MILLIS = 20_000;

    /** Stands for the name and port of whatever server a request is sent to. */
    static final String SERVER = "server.invalid";

    private final Socket socket = new Socket();
    private final String authority;
    private final InputStream in;

    /** An answer; status 0 if the connection ended without one. */
    record Reply(int status, Map<String, String> headers, String body) {
        static final Reply NONE = new Reply(0, Map.of(), "");

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }

        /** Whether it is a problem of this code. */
        boolean is(String code) {
            return body.contains("\"code\":\"" + code + "\"");
        }
    }

    private RawClient(URI server, int receiveBuffer) throws IOException {
        authority = server.getAuthority();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), LIMIT_MILLIS);
        socket.setSoTimeout(3 * LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    static RawClient of(ServerFixture fixture) {
        return of(fixture.server().address(), 0);
    }

    /** One that takes in about so many bytes without reading them. */
    static RawClient of(URI server, int receiveBuffer) {
        try {
            return new RawClient(server, receiveBuffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One request on a connection of its own, with no regard for what a path may hold. */
    static Reply ask(ServerFixture fixture, String request) {
        try (RawClient client = of(fixture)) {
            client.send(request);
            return client.reply();
        }
    }

    /** The lines of a request's head. */
    static String head(String... lines) {
        return String.join("\r\n", lines) + "\r\nHost: " + SERVER + "\r\n\r\n";
    }

    static String post(String path, String body) {
        return head(
                        "POST " + path + " HTTP/1.1",
                        "Content-Type: application/json",
                        "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length)
                + body;
    }

    RawClient send(String text) {
        return send(text.replace(SERVER, authority).getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** As far as the server takes it. */
    RawClient trySend(byte[] bytes) {
        try {
            send(bytes);
        } catch (UncheckedIOException e) {
            // The server had enough.
        }
        return this;
    }

    /** The next answer to a HEAD, which has no body. */
    Reply headReply() {
        return reply(false);
    }

    /** The next answer with all of its body. */
    Reply reply() {
        return reply(true);
    }

    private Reply reply(boolean withBody) {
        try {
            String line = line();
            if (line == null) {
                return Reply.NONE;
            }
            int status = Integer.parseInt(line.split(" ", -1)[1]);
            Map<String, String> headers = new LinkedHashMap<>();
            for (String header = line(); header != null && !header.isEmpty(); header = line()) {
                String[] parts = header.split(":", 2);
                headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
            }
            String body = "";
            if (withBody && headers.containsKey("content-length")) {
                body = new String(
                        in.readNBytes(Integer.parseInt(headers.get("content-length"))), StandardCharsets.UTF_8);
            }
            return new Reply(status, headers, body);
        } catch (IOException e) {
            return Reply.NONE;
        }
    }

    /** The next line; null at the end. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return line.toString(StandardCharsets.UTF_8).replace("\r", "");
            }
            line.write(b);
        }
        return null;
    }

    /** Takes what an endless answer says, chunk by chunk. */
    void chunks(Consumer<byte[]> to) throws IOException {
        for (String size = line(); size != null && !size.equals("0"); size = line()) {
            to.accept(in.readNBytes(Integer.parseInt(size, 16)));
            line();
        }
    }

    /** Waits until the server has ended the connection; whether anything came before. */
    boolean saidSomethingBeforeTheEnd() {
        boolean said = false;
        try {
            while (in.read() >= 0) {
                said = true;
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the server never ended the connection", e);
        } catch (IOException e) {
            // That is an end, too.
        }
        return said;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.a2.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import dev.a2.server.config.ServerLimits;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HTTP/2 without TLS, frame by frame: what limits connections must let it live. */
class PriorKnowledgeTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_OF_HEADERS_AND_STREAM = 5;
    private static final byte STATUS_200 = (byte) 0x88;

    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        Duration idle = Duration.ofMillis(400);
        fixture = ServerFixture.open(options -> options.access(RawClient.ACCESS)
                .limits(ServerLimits.DEFAULTS.times(idle, idle, idle, idle))
                .heartbeat(Duration.ofMillis(100)));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(
                fixture.server().address().getHost(), fixture.server().address().getPort());
        socket.setSoTimeout(20_000);
        // In two parts, which is still one preface.
        socket.getOutputStream().write(PREFACE, 0, 10);
        socket.getOutputStream().flush();
        socket.getOutputStream().write(PREFACE, 10, PREFACE.length - 10);
        send(socket, SETTINGS, 0, 0, NOTHING);
        return socket;
    }

    private static void send(Socket socket, int type, int flags, int stream, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream});
        frame.write(payload);
        socket.getOutputStream().write(frame.toByteArray());
    }

    /** A GET: method and scheme from the static table, path and authority as literals. */
    private static void get(Socket socket, int stream, String path) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x82);
        block.write(0x86);
        literal(block, 4, path);
        literal(block, 1, fixture.server().address().getAuthority());
        send(socket, HEADERS, END_OF_HEADERS_AND_STREAM, stream, block.toByteArray());
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /** The payload of the next frame of a type; null at the end. */
    private static byte[] await(Socket socket, int wanted) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        try {
            while (true) {
                int lengthAndType = in.readInt();
                in.readByte();
                in.readInt();
                byte[] payload = in.readNBytes(lengthAndType >>> 8);
                if ((lengthAndType & 0xff) == wanted) {
                    return payload;
                }
            }
        } catch (EOFException e) {
            return null;
        }
    }

    @Test
    void requestsAreAnsweredAndAnIdleConnectionIsEnded() throws IOException {
        try (Socket socket = connect()) {
            for (int stream = 1; stream < 6; stream += 2) {
                get(socket, stream, "/healthz");
                assertThat(await(socket, HEADERS)[0]).isEqualTo(STATUS_200);
                assertThat(new String(await(socket, DATA), StandardCharsets.UTF_8))
                        .contains("ok");
            }
            assertThat(await(socket, DATA)).isNull();
        }
    }

    @Test
    void aFeedOutlivesTheIdleTime() throws IOException {
        try (Socket socket = connect()) {
            get(socket, 1, "/v1/sessions/s/feed");
            assertThat(await(socket, HEADERS)[0]).isEqualTo(STATUS_200);
            long beats = 0;
            while (beats < 10) {
                beats += new String(await(socket, DATA), StandardCharsets.UTF_8).startsWith(":") ? 1 : 0;
            }
            fixture.store().append(AppendRequest.of("s", NewEvent.of(null, "late", dev.a2.codec.Json.NULL)));
            String data = "";
            while (!data.contains("late")) {
                data = new String(await(socket, DATA), StandardCharsets.UTF_8);
            }
        }
    }
}

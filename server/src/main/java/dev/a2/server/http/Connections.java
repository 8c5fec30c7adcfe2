package dev.a2.server.http;

import dev.a2.server.config.ServerLimits;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All connections of a server, each within its limits; the library asks it for each new one. */
final class Connections implements ServerConnectionSelector, AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** What one HTTP/2 connection may have under way, and have sent before anybody reads it. */
    private static final int STREAMS = 256;

    private static final int WINDOW = 64 << 10;

    /** What the library reads at once. */
    private static final int READ_BYTES = 8 << 10;

    private final ServerLimits limits;
    private final Budget budget;
    private final ServerConnectionSelector http1;
    private final ServerConnectionSelector http2;
    private final Set<TimedConnection> open = ConcurrentHashMap.newKeySet();
    private final Thread watch;

    Connections(ServerLimits limits, Budget budget) {
        this.limits = limits;
        this.budget = budget;
        this.http1 = Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        // The reader counts before these do.
                        .maxHeadersSize(2 * limits.headerBytes() + READ_BYTES)
                        .maxPrologueLength(2 * limits.headerBytes() + READ_BYTES)
                        .addReceiveListener(new HeadersIn())
                        .addSendListener(new AnswerBegun())
                        .build())
                .build();
        this.http2 = Http2ConnectionSelector.builder()
                .http2Config(Http2Config.builder()
                        .maxHeaderListSize(limits.headerBytes())
                        .maxConcurrentStreams(STREAMS)
                        .initialWindowSize(WINDOW)
                        .build())
                .build();
        this.watch = Thread.ofPlatform().daemon().name("a2-connections").start(this::watch);
    }

    private void watch() {
        long most = limits.writeTime().toNanos();
        try {
            while (true) {
                Thread.sleep(LOOK.compareTo(limits.writeTime()) < 0 ? LOOK : limits.writeTime());
                long now = System.nanoTime();
                open.forEach(connection -> connection.look(now, most));
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }

    void add(TimedConnection connection) {
        open.add(connection);
    }

    void remove(TimedConnection connection) {
        open.remove(connection);
    }

    ServerConnectionSelector http1() {
        return http1;
    }

    ServerConnectionSelector http2() {
        return http2;
    }

    // ---- for the library

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new TimedConnection(this, new TimedContext(context, limits, budget));
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return Set.of("http/1.1", "h2");
    }

    private static final class HeadersIn implements Http1ConnectionListener {
        @Override
        public void headers(ConnectionContext context, Headers headers) {
            ((TimedContext) context).timed().headersAreIn();
        }
    }

    private static final class AnswerBegun implements Http1ConnectionListener {
        @Override
        public void status(ConnectionContext context, Status status) {
            ((TimedContext) context).timed().answers();
        }
    }
}

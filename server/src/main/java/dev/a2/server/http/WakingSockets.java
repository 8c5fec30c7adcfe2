package dev.a2.server.http;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Sockets whose reads wake up now and then, for which the library has no setting. */
final class WakingSockets extends SocketOptions.BuilderBase<WakingSockets, SocketOptions> {
    /** What the system holds for a client that does not read, of which there may be thousands. */
    private static final int SEND_BYTES = 128 << 10;

    private final Duration tick;

    private WakingSockets(Duration tick) {
        this.tick = tick;
    }

    static SocketOptions every(Duration tick) {
        return new WakingSockets(tick)
                .tcpNoDelay(true)
                .socketSendBufferSize(SEND_BYTES)
                .buildPrototype();
    }

    @Override
    public SocketOptions buildPrototype() {
        preBuildPrototype();
        validatePrototype();
        return new Options(this);
    }

    private static final class Options extends SocketOptionsImpl {
        private final int tickMillis;

        Options(WakingSockets sockets) {
            super(sockets);
            this.tickMillis = (int) Math.max(1, sockets.tick.toMillis());
        }

        @Override
        public void configureSocket(SocketChannel channel) {
            super.configureSocket(channel);
            try {
                channel.socket().setSoTimeout(tickMillis);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package dev.a2.server.http;

import dev.a2.server.config.ServerLimits;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.util.concurrent.ExecutorService;

/** A connection of the library's that reads and writes within time. */
final class TimedContext implements ConnectionContext {
    private final ConnectionContext context;
    private final TimedReader timed;
    private final DataReader reader;
    private final TimedWriter writer;

    TimedContext(ConnectionContext context, ServerLimits limits, Budget budget) {
        this.context = context;
        this.timed = new TimedReader(context.serverSocket(), limits, budget);
        this.reader = DataReader.create(timed);
        this.writer = new TimedWriter(context.dataWriter());
    }

    TimedReader timed() {
        return timed;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public TimedWriter dataWriter() {
        return writer;
    }

    // ---- the rest is as it was

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public Router router() {
        return context.router();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return context.isSecure();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}

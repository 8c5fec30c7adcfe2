package dev.a2.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One connection from its first byte to its last: HTTP/2 if it begins so, else HTTP/1.1. */
final class TimedConnection implements ServerConnection, InterruptableTask<Void> {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final ThreadLocal<TimedConnection> CURRENT = new ThreadLocal<>();

    private final Connections all;
    private final TimedContext context;
    private volatile @Nullable ServerConnection speaking;
    private volatile @Nullable Thread thread;
    private boolean lingers;

    TimedConnection(Connections all, TimedContext context) {
        this.all = all;
        this.context = context;
    }

    /** Has this thread's connection linger at its end, if it is one. */
    static void lingerAtEnd() {
        TimedConnection current = CURRENT.get();
        if (current != null) {
            current.lingers = true;
        }
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        thread = Thread.currentThread();
        CURRENT.set(this);
        all.add(this);
        try {
            ServerConnection begun = begin();
            speaking = begun;
            begun.handle(limit);
        } finally {
            if (lingers) {
                context.timed().linger();
            }
            context.timed().release();
            all.remove(this);
        }
    }

    private ServerConnection begin() {
        if (isHttp2(context.dataReader())) {
            context.timed().speaksHttp2(() -> !canInterrupt());
            return all.http2().connection(context);
        }
        return all.http1().connection(context);
    }

    /** Looks no further than it must: what is no preface may be a short request. */
    private static boolean isHttp2(DataReader reader) {
        reader.ensureAvailable();
        for (int length = reader.available(); ; length = reader.available()) {
            int looked = Math.min(length, PREFACE.length);
            byte[] begin = new byte[looked];
            reader.getBuffer(looked).read(begin);
            for (int i = 0; i < looked; i++) {
                if (begin[i] != PREFACE[i]) {
                    return false;
                }
            }
            if (looked == PREFACE.length) {
                return true;
            }
            reader.pullData();
        }
    }

    @Override
    public boolean canInterrupt() {
        ServerConnection known = speaking;
        return known == null || known instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Duration idleTime() {
        // The reader sees to it.
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        context.timed().stop();
        ServerConnection known = speaking;
        Thread own = thread;
        if (known != null) {
            known.close(interrupt);
        } else if (own != null) {
            own.interrupt();
        }
    }

    void look(long now, long mostNanos) {
        context.dataWriter().endIfStuck(now, mostNanos);
    }
}

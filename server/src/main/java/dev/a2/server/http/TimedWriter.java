package dev.a2.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import org.jspecify.annotations.Nullable;

/** What goes out on one connection, with a note of since when a write is under way. */
final class TimedWriter implements DataWriter {
    private final DataWriter writer;
    private volatile @Nullable Write write;

    /** A write under way. */
    private record Write(Thread thread, long since) {}

    TimedWriter(DataWriter writer) {
        this.writer = writer;
    }

    @Override
    public void write(BufferData... buffers) {
        writeNow(buffers);
    }

    @Override
    public void write(BufferData buffer) {
        writeNow(buffer);
    }

    @Override
    public void writeNow(BufferData... buffers) {
        writeNow(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        write = new Write(Thread.currentThread(), System.nanoTime());
        try {
            writer.writeNow(buffer);
        } finally {
            write = null;
        }
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public void close() {
        writer.close();
    }

    /** Frees a thread from a write that the client does not take; that ends the connection. */
    void endIfStuck(long now, long mostNanos) {
        Write under = write;
        if (under != null && now - under.since > mostNanos) {
            under.thread.interrupt();
        }
    }
}

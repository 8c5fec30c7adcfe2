package dev.a2.benchmarks.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Thousands of feeds read by one thread, which notes how old each event is when it comes in. */
final class Readers implements AutoCloseable {
    private static final byte[] MARK = "\"sent\":".getBytes(StandardCharsets.UTF_8);
    private static final long LIMIT_NANOS = Duration.ofMinutes(2).toNanos();

    private final Selector selector = Selector.open();
    private final int port;
    private final Thread thread = Thread.ofPlatform().daemon().name("readers").unstarted(this::read);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicLong received = new AtomicLong();
    private volatile boolean closed;
    private long[] ages = new long[1 << 20];
    private int aged;

    /** How far one connection is in finding the next time stamp. */
    private static final class Scan {
        boolean isAnswered;
        int matched;
        long number;
    }

    Readers(int port) throws IOException {
        this.port = port;
    }

    /** Opens a feed for each of the sessions and waits until all are answered. */
    Duration connect(Iterable<String> sessions, int count) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (String session : sessions) {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 64 << 10);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            String request = "GET /v1/sessions/" + session + "/feed?after=now HTTP/1.1\r\nHost: 127.0.0.1:" + port
                    + "\r\nAccept: text/event-stream\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new Scan());
        }
        thread.start();
        await(count, answered::get);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits until so many events came in since the last {@link #take}. */
    void awaitReceived(long count) throws InterruptedException {
        await(count, received::get);
    }

    private static void await(long count, java.util.function.LongSupplier have) throws InterruptedException {
        long start = System.nanoTime();
        while (have.getAsLong() < count) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new IllegalStateException("only " + have.getAsLong() + " of " + count + " came in");
            }
            Thread.sleep(1);
        }
    }

    /** The ages in nanoseconds of what came in, sorted; begins anew. */
    synchronized long[] take() {
        long[] sorted = Arrays.copyOf(ages, aged);
        Arrays.sort(sorted);
        aged = 0;
        received.set(0);
        return sorted;
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10);
        try {
            while (!closed) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    read(key, buffer);
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void read(SelectionKey key, ByteBuffer buffer) throws IOException {
        Scan scan = (Scan) key.attachment();
        buffer.clear();
        if (((SocketChannel) key.channel()).read(buffer) < 0) {
            key.cancel();
            return;
        }
        if (!scan.isAnswered) {
            scan.isAnswered = true;
            answered.incrementAndGet();
        }
        buffer.flip();
        long now = System.nanoTime();
        while (buffer.hasRemaining()) {
            scan(scan, buffer.get(), now);
        }
    }

    private void scan(Scan scan, byte next, long now) {
        if (scan.matched < MARK.length) {
            scan.matched = next == MARK[scan.matched] ? scan.matched + 1 : next == MARK[0] ? 1 : 0;
            scan.number = 0;
        } else if (next >= '0' && next <= '9') {
            scan.number = scan.number * 10 + next - '0';
        } else {
            scan.matched = 0;
            note(now - scan.number);
        }
    }

    private synchronized void note(long age) {
        if (aged == ages.length) {
            ages = Arrays.copyOf(ages, 2 * aged);
        }
        ages[aged++] = age;
        received.incrementAndGet();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        closed = true;
        selector.wakeup();
        thread.join();
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}

package dev.a2.benchmarks.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** Follows one session by its ids, over as many connections as it takes, and notes what does not follow. */
final class SoakReader implements Runnable {
    private static final int SMALL_BUFFER = 4 << 10;

    private final String session;
    private final boolean slow;
    private final IntSupplier port;
    private final AtomicBoolean over;
    private volatile Socket socket = new Socket();
    private volatile long last;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private volatile String trouble = "";

    SoakReader(String session, boolean slow, IntSupplier port, AtomicBoolean over) {
        this.session = session;
        this.slow = slow;
        this.port = port;
        this.over = over;
    }

    String session() {
        return session;
    }

    long last() {
        return last;
    }

    long count() {
        return count.get();
    }

    long connections() {
        return connections.get();
    }

    String trouble() {
        return trouble;
    }

    /** Drops the connection; it comes back at once. */
    void comeBack() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void run() {
        while (!over.get()) {
            try (Socket open = new Socket()) {
                socket = open;
                if (slow) {
                    open.setReceiveBufferSize(SMALL_BUFFER);
                }
                open.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getAsInt()));
                connections.incrementAndGet();
                read(open);
            } catch (IOException e) {
                pause(ThreadLocalRandom.current().nextLong(20, 200));
            }
        }
    }

    private void read(Socket open) throws IOException {
        String request = "GET /v1/sessions/" + session + "/feed HTTP/1.1\r\nHost: 127.0.0.1:" + port.getAsInt()
                + "\r\nLast-Event-ID: " + last + "\r\n\r\n";
        open.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8), SMALL_BUFFER);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: ")) {
                follow(Long.parseLong(line.substring(4)));
            } else if (line.startsWith("event: reset")) {
                trouble = session + " was reset behind " + last;
            }
            if (slow) {
                pause(200);
            }
        }
    }

    private void follow(long index) {
        if (index != last + 1) {
            trouble = session + " went from " + last + " to " + index;
        }
        last = index;
        count.incrementAndGet();
    }

    private static void pause(long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

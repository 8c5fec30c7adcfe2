package dev.a2.server.http;

import dev.a2.server.config.ServerLimits;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What comes in on one connection, within time and space: the library itself waits for ever (F69).
 *
 * <p>Its socket wakes up now and then (see {@link WakingSockets}), so the connection's own thread looks at the clock. The phases
 * of HTTP/1.1: <em>headers</em> come, then a <em>body</em> may, then the answer goes out and the connection <em>waits</em> for
 * the next request. An HTTP/2 connection has one phase only, in which it must not be silent for too long without a stream.
 *
 * <p>Used by the connection's thread, but for {@link #stop}.
 */
final class TimedReader implements Supplier<byte[]> {
    /** Of each body so much is not counted, so that small requests pass while large ones have taken everything. */
    private static final int FREE_BYTES = 8 << 10;

    private static final Duration LONGEST_LINGER = Duration.ofSeconds(2);

    private enum Phase {
        WAITING,
        HEADERS,
        BODY,
        HTTP_2
    }

    private final HelidonSocket socket;
    private final ServerLimits limits;
    private final Budget budget;
    private Phase phase = Phase.HEADERS;
    private long deadline;
    /** Of the headers or the body that come now. */
    private long cameBytes;

    private long taken;
    private boolean ended;
    private BooleanSupplier isUsed = () -> false;
    private volatile boolean stopping;

    TimedReader(HelidonSocket socket, ServerLimits limits, Budget budget) {
        this.socket = socket;
        this.limits = limits;
        this.budget = budget;
        this.deadline = in(limits.headerTime());
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    /**
     * The next bytes. At the end, and when waiting for them any longer makes no sense, the connection is closed.
     *
     * @throws Problem when a body is late, or more than there is room for
     */
    @Override
    public byte[] get() {
        if (phase == Phase.HEADERS && cameBytes > limits.headerBytes()) {
            throw headersTooLarge();
        }
        while (!stopping || phase == Phase.BODY || isUsed.getAsBoolean()) {
            byte[] data = read();
            if (data != null) {
                came(data.length);
            }
            if (ended || System.nanoTime() - deadline >= 0 && isLate()) {
                break;
            }
            if (data != null) {
                return data;
            }
        }
        ended = true;
        if (phase == Phase.BODY) {
            throw new UncheckedIOException(new EOFException("the client is gone"));
        }
        throw new CloseConnectionException("there is no more to read");
    }

    /** Null: nothing came yet, or it is the end. */
    private byte @Nullable [] read() {
        try {
            byte[] data = socket.get();
            ended = data == null;
            return data;
        } catch (UncheckedIOException e) {
            ended = !(e.getCause() instanceof SocketTimeoutException);
            return null;
        }
    }

    private void came(int bytes) {
        switch (phase) {
            case WAITING -> {
                phase = Phase.HEADERS;
                deadline = in(limits.headerTime());
                cameBytes = bytes;
            }
            case HEADERS -> cameBytes += bytes;
            case BODY -> count(bytes);
            case HTTP_2 -> deadline = in(limits.idleTime());
        }
    }

    private static RequestException headersTooLarge() {
        return RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(Status.create(431))
                .message("the headers are too large")
                .build();
    }

    private void count(int bytes) {
        cameBytes += bytes;
        // Chunks of a few bytes are mostly lines that say how long they are.
        if (cameBytes > 2L * limits.bodyBytes() + FREE_BYTES) {
            throw Problems.bodyTooLarge(limits.bodyBytes());
        }
        long wanted = cameBytes - FREE_BYTES - taken;
        if (wanted > 0) {
            if (!budget.take(wanted)) {
                throw Problems.tooMuch();
            }
            taken += wanted;
        }
    }

    /** Whether the connection is over; a body that is late is a problem of its own. */
    private boolean isLate() {
        if (phase == Phase.BODY) {
            throw Problems.late(limits.requestTime());
        }
        return !isUsed.getAsBoolean();
    }

    // ---- what the connection is at

    void speaksHttp2(BooleanSupplier hasStreams) {
        isUsed = hasStreams;
        phase = Phase.HTTP_2;
        deadline = in(limits.idleTime());
    }

    void headersAreIn() {
        phase = Phase.BODY;
        deadline = in(limits.requestTime());
        cameBytes = 0;
    }

    void answers() {
        release();
        phase = Phase.WAITING;
        deadline = in(limits.idleTime());
    }

    /** What was taken for a body is given back. */
    void release() {
        budget.give(taken);
        taken = 0;
    }

    /** No more requests are read. */
    void stop() {
        stopping = true;
    }

    /** Lets a client that still sends what was refused read the answer: closing at once would reset the connection. */
    void linger() {
        phase = Phase.WAITING;
        long end = in(LONGEST_LINGER);
        long discarded = 0;
        while (!ended && !stopping && discarded <= 2L * limits.bodyBytes() && System.nanoTime() - end < 0) {
            byte[] data = read();
            discarded += data == null ? 0 : data.length;
        }
    }
}

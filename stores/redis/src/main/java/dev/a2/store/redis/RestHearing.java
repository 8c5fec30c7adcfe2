package dev.a2.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Hears one channel over one stream after the other. A stream on which nothing came for long may be dead without anybody having
 * been told, so it is given up then.
 */
final class RestHearing {
    /** Opens a stream. */
    @FunctionalInterface
    interface Opener {
        CompletableFuture<HttpResponse<InputStream>> open(String channel);
    }

    /** How a stream came to its end. */
    enum End {
        /** Nothing came for long, or nobody wants to hear any more. */
        AS_MEANT,
        /** It broke. */
        BROKEN,
        /** The server did not confirm the channel. */
        NEVER_BEGAN
    }

    /** Told by the thread that hears. */
    interface Listener {
        /** The server confirmed the channel. */
        void onReady();

        void onMessage(String message);
    }

    private static final System.Logger LOG = System.getLogger(RestHearing.class.getName());
    /** Presence of many fields is the largest that is sent. */
    private static final int MOST_BYTES = 16 << 20;

    private final String channel;
    private final Opener opener;
    private final Duration patience;
    private final Duration silence;

    private volatile @Nullable CompletableFuture<HttpResponse<InputStream>> opening;
    private volatile long heardNanos;
    private volatile boolean ready;
    private volatile boolean tooQuiet;
    private volatile boolean ended;

    /**
     * For one channel.
     *
     * @param patience for the server to confirm it
     * @param silence after which a stream is given up
     */
    RestHearing(String channel, Opener opener, Duration patience, Duration silence) {
        this.channel = channel;
        this.opener = opener;
        this.patience = patience;
        this.silence = silence;
    }

    boolean isReady() {
        return ready;
    }

    /** Hears until a stream ends. */
    End run(Listener listener) {
        tooQuiet = false;
        heardNanos = System.nanoTime();
        CompletableFuture<HttpResponse<InputStream>> opened = opener.open(channel);
        opening = opened;
        try {
            if (!ended) {
                read(opened.get(), listener);
            }
        } catch (ExecutionException | CancellationException | IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "listening broke off", e);
        } catch (InterruptedException e) {
            // Nobody has a reason to; the stream is opened again.
        }
        boolean confirmed = ready;
        ready = false;
        opening = null;
        cut(opened);
        return ended || tooQuiet && confirmed ? End.AS_MEANT : confirmed ? End.BROKEN : End.NEVER_BEGAN;
    }

    private void read(HttpResponse<InputStream> answer, Listener listener) throws IOException {
        try (InputStream in = answer.body()) {
            if (answer.statusCode() != 200) {
                throw new IOException("the server answered with status " + answer.statusCode());
            }
            EventStream events = new EventStream(in, MOST_BYTES);
            for (String event = events.next(); event != null; event = events.next()) {
                heardNanos = System.nanoTime();
                tell(event, listener);
            }
        }
    }

    private void tell(String event, Listener listener) {
        String message = "message," + channel + ",";
        if (event.startsWith(message)) {
            listener.onMessage(event.substring(message.length()));
        } else if (event.startsWith("subscribe," + channel + ",")) {
            ready = true;
            listener.onReady();
        }
    }

    /** Gives a stream up on which nothing came for too long. To be called now and then. */
    void watch() {
        CompletableFuture<HttpResponse<InputStream>> now = opening;
        if (now != null && System.nanoTime() - heardNanos > (ready ? silence : patience).toNanos()) {
            tooQuiet = true;
            cut(now);
        }
    }

    void end() {
        ended = true;
        CompletableFuture<HttpResponse<InputStream>> now = opening;
        if (now != null) {
            cut(now);
        }
    }

    private static void cut(CompletableFuture<HttpResponse<InputStream>> opened) {
        if (opened.cancel(true) || opened.isCompletedExceptionally()) {
            return;
        }
        try {
            opened.join().body().close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}

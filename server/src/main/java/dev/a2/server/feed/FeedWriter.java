package dev.a2.server.feed;

import dev.a2.server.http.HttpReply;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.SessionBounds;
import dev.a2.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Writes one feed, from the first byte to the last, on its request's thread. */
final class FeedWriter implements HttpReply.Writer {
    /** Clients that were cut off together do not come back together (F62). */
    private static final int RETRY_MIN_MS = 1_000;

    private static final int RETRY_MAX_MS = 5_000;

    private static final int MOST_FAILURES = 100;

    /** What is ready goes out together, in writes of about this size. */
    private static final int CHUNK = 32 << 10;

    /** An idle feed keeps no larger buffer. */
    private static final int KEPT = 1 << 10;

    private final Feeds feeds;
    private final SessionChannel channel;
    private final FeedRequest request;
    private final List<Topics.Reader> topics = new ArrayList<>();
    private boolean toldCaughtUp;
    private int failures;

    FeedWriter(Feeds feeds, SessionChannel channel, FeedRequest request) {
        this.feeds = feeds;
        this.channel = channel;
        this.request = request;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Subscriber subscriber = new Subscriber(0, request.expiresAt());
        channel.join(subscriber);
        feeds.endIfClosed(subscriber);
        Outlet outlet = new Outlet(out, subscriber, feeds.metrics());
        try {
            outlet.add(Frame.hello(ThreadLocalRandom.current().nextLong(RETRY_MIN_MS, RETRY_MAX_MS)));
            outlet.flush();
            channel.awaitOpen();
            begin(subscriber, outlet);
            openTopics();
            writeAll(subscriber, outlet);
        } catch (StoreException e) {
            outlet.add(Frame.bye("store-unavailable"));
            outlet.flush();
        } finally {
            feeds.leave(channel, subscriber, request);
        }
    }

    /** Finds the place to begin at; a cursor that cannot be honoured is told so (F60). */
    private void begin(Subscriber subscriber, Outlet outlet) throws IOException {
        SessionBounds bounds = feeds.engine().store().bounds(request.sessionId());
        long beginning = Math.max(0, bounds.clearIndex() - 1);
        switch (request.cursor()) {
            case null -> subscriber.position = beginning;
            case FeedRequest.Cursor.Now now -> subscriber.position = bounds.frontier();
            case FeedRequest.Cursor.Malformed malformed -> reset("malformed", beginning, subscriber, outlet);
            case FeedRequest.Cursor.After after -> {
                if (after.index() > bounds.frontier()) {
                    reset("beyond-end", beginning, subscriber, outlet);
                } else if (after.index() > 0 && after.index() < bounds.clearIndex()) {
                    reset("cleared", beginning, subscriber, outlet);
                } else {
                    subscriber.position = Math.max(beginning, after.index());
                }
            }
        }
    }

    private void reset(String reason, long after, Subscriber subscriber, Outlet outlet) throws IOException {
        subscriber.position = after;
        toldCaughtUp = false;
        outlet.add(Frame.reset(reason, after));
    }

    private void openTopics() {
        if (request.presence()) {
            topics.add(channel.topics().presence().reader());
        }
        request.reducers()
                .forEach(reducer -> topics.add(channel.topics().state(reducer).reader()));
    }

    private void writeAll(Subscriber subscriber, Outlet outlet) throws IOException {
        while (subscriber.ending() == null && !Thread.currentThread().isInterrupted()) {
            if (subscriber.lost) {
                subscriber.lost = false;
                SessionBounds bounds = feeds.engine().store().bounds(request.sessionId());
                reset("history-lost", Math.max(0, bounds.clearIndex() - 1), subscriber, outlet);
            }
            for (Frame frame : take(subscriber)) {
                outlet.add(frame);
            }
            boolean caughtUp = channel.isCaughtUp(subscriber);
            if (caughtUp && !toldCaughtUp) {
                toldCaughtUp = true;
                outlet.add(Frame.caughtUp(subscriber.position));
            }
            for (Topics.Reader topic : topics) {
                outlet.addIfThere(topic.news(subscriber.position));
            }
            if (subscriber.takeBeat()) {
                outlet.add(Frame.HEARTBEAT);
            }
            boolean quiet = outlet.flush() == 0;
            if (quiet && caughtUp) {
                subscriber.await();
            } else if (quiet) {
                // The store fails, is behind what came live, or there is no room for a page.
                subscriber.pause();
            }
        }
        Subscriber.Ending ending = subscriber.ending();
        if (ending == Subscriber.Ending.TOO_SLOW) {
            feeds.metrics().cutOff();
        }
        if (ending != null && ending != Subscriber.Ending.TOO_SLOW) {
            outlet.add(Frame.bye(ending.reason));
            outlet.flush();
        }
    }

    /** What comes next; a store that does not answer for a while ends no feed. */
    private List<Frame> take(Subscriber subscriber) {
        try {
            List<Frame> frames = channel.take(subscriber);
            failures = 0;
            return frames;
        } catch (StoreException e) {
            if (++failures > MOST_FAILURES) {
                throw e;
            }
            return List.of();
        }
    }

    /** Gathers frames and writes them together. */
    private static final class Outlet {
        private final OutputStream out;
        private final Subscriber subscriber;
        private final Metrics metrics;
        private ByteArrayOutputStream gathered = new ByteArrayOutputStream(0);
        private int frames;
        private long written;

        Outlet(OutputStream out, Subscriber subscriber, Metrics metrics) {
            this.out = out;
            this.subscriber = subscriber;
            this.metrics = metrics;
        }

        void add(Frame frame) throws IOException {
            frames++;
            if (gathered.size() > 0 && gathered.size() + frame.bytes().length > CHUNK) {
                writeGathered();
            }
            if (frame.bytes().length > CHUNK) {
                write(frame.bytes());
            } else {
                gathered.writeBytes(frame.bytes());
            }
        }

        void addIfThere(@Nullable Frame frame) throws IOException {
            if (frame != null) {
                add(frame);
            }
        }

        /** Writes what was gathered; how much was written since the last time. */
        long flush() throws IOException {
            if (gathered.size() > 0) {
                writeGathered();
            }
            long all = written;
            written = 0;
            return all;
        }

        private void writeGathered() throws IOException {
            byte[] bytes = gathered.toByteArray();
            if (bytes.length > KEPT) {
                gathered = new ByteArrayOutputStream(0);
            } else {
                gathered.reset();
            }
            write(bytes);
        }

        private void write(byte[] bytes) throws IOException {
            subscriber.startsWriting();
            try {
                out.write(bytes);
                out.flush();
                written += bytes.length;
                metrics.fed(frames, bytes.length);
                frames = 0;
            } finally {
                subscriber.hasWritten();
            }
        }
    }
}

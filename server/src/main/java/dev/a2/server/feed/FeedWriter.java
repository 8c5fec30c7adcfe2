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

/** Writes one feed, from the first byte to the last, on its request's thread. */
final class FeedWriter implements HttpReply.Writer {
    /** Clients that were cut off together do not come back together (F62). */
    private static final int RETRY_MIN_MS = 1_000;

    private static final int RETRY_MAX_MS = 5_000;

    /** What is ready goes out together, in writes of about this size. */
    private static final int CHUNK = 64 << 10;

    private final Feeds feeds;
    private final SessionChannel channel;
    private final FeedRequest request;
    private final List<Topics.Reader> topics = new ArrayList<>();
    private boolean toldCaughtUp;

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
            for (Frame frame : channel.take(subscriber)) {
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
            if (outlet.flush() == 0 && caughtUp) {
                subscriber.await();
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

    /** Gathers frames and writes them together. */
    private static final class Outlet {
        private final OutputStream out;
        private final Subscriber subscriber;
        private final Metrics metrics;
        private final ByteArrayOutputStream gathered = new ByteArrayOutputStream(0);
        private int frames;

        Outlet(OutputStream out, Subscriber subscriber, Metrics metrics) {
            this.out = out;
            this.subscriber = subscriber;
            this.metrics = metrics;
        }

        void add(Frame frame) throws IOException {
            frames++;
            if (gathered.size() > 0 && gathered.size() + frame.bytes().length > CHUNK) {
                flush();
            }
            if (frame.bytes().length > CHUNK) {
                write(frame.bytes());
            } else {
                gathered.writeBytes(frame.bytes());
            }
        }

        void addIfThere(@org.jspecify.annotations.Nullable Frame frame) throws IOException {
            if (frame != null) {
                add(frame);
            }
        }

        /** How much it wrote. */
        int flush() throws IOException {
            int size = gathered.size();
            if (size > 0) {
                byte[] bytes = gathered.toByteArray();
                gathered.reset();
                write(bytes);
            }
            return size;
        }

        private void write(byte[] bytes) throws IOException {
            subscriber.startsWriting();
            try {
                out.write(bytes);
                out.flush();
                metrics.fed(frames, bytes.length);
                frames = 0;
            } finally {
                subscriber.hasWritten();
            }
        }
    }
}

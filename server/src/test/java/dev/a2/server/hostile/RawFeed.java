package dev.a2.server.hostile;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A feed on a plain socket, read by a thread of its own: small enough for thousands. */
final class RawFeed implements AutoCloseable {
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final RawClient client;
    private final List<Long> ids = new ArrayList<>();
    private final List<SseParser.Message> messages = new ArrayList<>();
    private final boolean keeps;
    private String lastId = "";
    private boolean caughtUp;
    private boolean ended;
    private volatile String failure = "";
    private String bye = "";

    private RawFeed(RawClient client, boolean keeps) {
        this.client = client;
        this.keeps = keeps;
    }

    /** One that goes on behind an id, or begins if that is empty. */
    static RawFeed open(URI server, String path, String lastEventId) {
        return open(server, path, lastEventId, false);
    }

    /** One that keeps what it hears. */
    static RawFeed keeping(URI server, String path) {
        return open(server, path, "", true);
    }

    private static RawFeed open(URI server, String path, String lastEventId, boolean keeps) {
        RawFeed feed = new RawFeed(RawClient.of(server, 0), keeps);
        feed.lastId = lastEventId;
        feed.client.send(RawClient.head(request(path, lastEventId)));
        Thread.ofVirtual().start(feed::read);
        return feed;
    }

    static String[] request(String path, String lastEventId) {
        String get = "GET " + path + " HTTP/1.1";
        return lastEventId.isEmpty() ? new String[] {get} : new String[] {get, "Last-Event-ID: " + lastEventId};
    }

    private void read() {
        try {
            SseParser parser = new SseParser(this::heard);
            if (client.reply().status() == 200) {
                client.chunks(parser::accept);
            }
        } catch (IOException | RuntimeException e) {
            // An end like any other.
            failure = e.toString();
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void heard(SseParser.Message message) {
        if (keeps) {
            messages.add(message);
        }
        switch (message.type()) {
            case "" -> {
                lastId = message.lastEventId();
                ids.add(Long.parseLong(lastId));
            }
            case "caught-up" -> caughtUp = true;
            case "bye" -> bye = message.data();
            default -> {}
        }
        notifyAll();
    }

    /** Waits until it is so. */
    synchronized RawFeed await(String what, Predicate<RawFeed> isSo) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!isSo.test(this)) {
            if (ended || System.nanoTime() - end > 0) {
                throw new AssertionError("a feed that heard " + ids.size() + " events, the last " + lastId + ", "
                        + (ended ? "and ended " + failure : "") + bye + ", never came so far: " + what);
            }
            try {
                wait(1_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return this;
    }

    synchronized List<Long> ids() {
        return List.copyOf(ids);
    }

    synchronized List<SseParser.Message> messages() {
        return List.copyOf(messages);
    }

    synchronized String lastId() {
        return lastId;
    }

    synchronized boolean isCaughtUp() {
        return caughtUp;
    }

    synchronized boolean isEnded() {
        return ended;
    }

    synchronized String bye() {
        return bye;
    }

    @Override
    public void close() {
        client.close();
    }
}

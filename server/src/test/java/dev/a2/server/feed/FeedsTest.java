package dev.a2.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2Options;
import dev.a2.codec.Json;
import dev.a2.server.engine.Engine;
import dev.a2.server.http.HttpReply;
import dev.a2.server.metrics.Metrics;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FeedsTest {
    private final SessionStore store = MemoryStore.open();
    private final Engine engine = new Engine(store, null, A2Options.defaults());
    private final Feeds feeds =
            new Feeds(engine, new Feeds.Settings(Duration.ofSeconds(15), 10, 10, 1 << 20), new Metrics());

    @AfterEach
    void close() {
        feeds.close();
        engine.close();
        store.close();
    }

    private HttpReply.Writer enter() {
        HttpReply reply = feeds.answer(new FeedRequest("s", null, false, List.of(), "me", null));
        return ((HttpReply.Body.Stream) reply.body()).writer();
    }

    /** What a feed wrote so far. */
    private static final class Written extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            bytes.write(b);
            notifyAll();
        }

        @Override
        public synchronized void write(byte[] b, int from, int length) {
            bytes.write(b, from, length);
            notifyAll();
        }

        synchronized void await(String part) throws InterruptedException {
            long limit = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!bytes.toString(StandardCharsets.UTF_8).contains(part)) {
                assertThat(System.nanoTime()).as(bytes + " without " + part).isLessThan(limit);
                wait(100);
            }
        }
    }

    private static Thread write(HttpReply.Writer writer, Written out) {
        return Thread.ofVirtual().start(() -> {
            try {
                writer.writeTo(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Between its admission and its first byte a feed belongs to nobody else's channel. */
    @Test
    void theLastToLeaveDoesNotTakeAlongWhoIsAboutToCome() throws InterruptedException {
        Written first = new Written();
        Thread leaving = write(enter(), first);
        first.await("caught-up");
        HttpReply.Writer coming = enter();

        leaving.interrupt();
        leaving.join();
        Written second = new Written();
        Thread staying = write(coming, second);
        second.await("caught-up");
        store.append(AppendRequest.of("s", NewEvent.of("a", "said", Json.NULL)));

        second.await("id: 1");
        staying.interrupt();
        staying.join();
        assertThat(feeds.size()).isZero();
    }

    @Test
    void whoWasLetInBeforeTheCloseEndsAtOnce() throws InterruptedException {
        HttpReply.Writer coming = enter();
        feeds.close();

        Written out = new Written();
        write(coming, out).join(Duration.ofSeconds(20));

        out.await("shutting-down");
    }
}

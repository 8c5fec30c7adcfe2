package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** F59: feeds that begin, break off and go on at any moment, while events come and the session is cleared. */
class FeedRacesTest {
    private static final long SEED = Long.getLong("a2.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("a2.rounds", 400);
    private static final String SESSION = "busy";
    private static final String FEED = session(SESSION, "/feed");

    /** One client: it comes back with its last id each time it was cut. */
    private static final class Client {
        private final List<Long> heard = new ArrayList<>();
        private RawFeed feed;

        Client(URI server) {
            feed = RawFeed.open(server, FEED, "");
        }

        void cut(URI server) {
            feed.close();
            // What it heard after that may or may not have reached it.
            feed.await("its end", RawFeed::isEnded);
            heard.addAll(feed.ids());
            feed = RawFeed.open(server, FEED, feed.lastId());
        }

        List<Long> end(long last) {
            feed.await("event " + last, open -> open.lastId().equals(Long.toString(last)));
            feed.close();
            heard.addAll(feed.ids());
            return heard;
        }
    }

    @Test
    void everyFeedSaysExactlyWhatTheLogSays() {
        SplittableRandom random = new SplittableRandom(SEED);
        System.out.println("seed " + SEED);
        try (ServerFixture fixture = ServerFixture.open()) {
            URI server = fixture.server().address();
            List<Client> clients = new ArrayList<>();
            Set<Long> markers = new HashSet<>();
            for (int round = 0; round < ROUNDS; round++) {
                int dice = random.nextInt(100);
                if (dice < 30) {
                    clients.add(new Client(server));
                } else if (dice < 45 && !clients.isEmpty()) {
                    clients.get(random.nextInt(clients.size())).cut(server);
                } else if (dice < 48) {
                    fixture.store().clear(ClearRequest.of(SESSION));
                } else {
                    append(fixture, 1 + random.nextInt(dice > 90 ? 400 : 5));
                }
            }
            append(fixture, 1);
            long last = fixture.store().bounds(SESSION).frontier();
            long clear = fixture.store().bounds(SESSION).clearIndex();
            for (Event event : fixture.store().readHistory(SESSION, Math.max(0, clear - 1), last)) {
                if (event.type().equals(Reserved.CLEAR_TYPE)) {
                    markers.add(event.index());
                }
            }
            for (Client client : clients) {
                check(client.end(last), markers, clear, last);
            }
        }
    }

    private static void append(ServerFixture fixture, int events) {
        NewEvent[] batch = new NewEvent[events];
        for (int i = 0; i < events; i++) {
            batch[i] = NewEvent.of(null, "t", Json.NULL);
        }
        fixture.store().append(AppendRequest.of(SESSION, batch));
    }

    /** In order; a jump only over what a clear took away; and all of the lifetime that is left. */
    private static void check(List<Long> heard, Set<Long> markers, long clear, long last) {
        for (int i = 1; i < heard.size(); i++) {
            long before = heard.get(i - 1);
            long index = heard.get(i);
            assertThat(index).as("after " + before + ", seed " + SEED).isGreaterThan(before);
            if (index != before + 1) {
                assertThat(index).as("a jump from " + before + ", seed " + SEED).isLessThanOrEqualTo(clear);
            }
        }
        long first = Math.max(heard.get(0), Math.max(1, clear));
        assertThat(heard.stream().filter(index -> index >= first).count()).isEqualTo(last - first + 1);
        assertThat(markers).allSatisfy(marker -> assertThat(marker).isLessThanOrEqualTo(last));
    }
}

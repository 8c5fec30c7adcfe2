package dev.a2.tck;

import static dev.a2.store.ErrorCode.PARTIAL_DUPLICATE_BATCH;
import static dev.a2.store.Target.each;
import static dev.a2.tck.Given.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** APP-13, APP-14, CMP-6, CLR-5: what is announced, to whom, and what that must not cost. */
public interface WakeupRules extends StoreRules {
    @Test
    @Rule("APP-14")
    default void listeningBeginsWithAGapSoThatNothingIsMissed() {
        Scene s = scene();
        Heard heard = new Heard();

        try (Subscription subscription = s.store().subscribe(s.session(), heard)) {
            Together.until("the listener is told to look", () -> heard.gaps() >= 1);
            assertThat(heard.wakeups()).isEmpty();
        }
    }

    @Test
    @Rule("APP-13")
    default void smallAppendIsAnnouncedWithItsEvents() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("work").to(each("w")));
            Head head = s.claimOne();

            List<Event> events = s.append(event("a", "t", "{\"é\" : 1.0}").causedBy(head.attempt()), event("b"))
                    .events();

            Wakeup wakeup = heard.await(2);
            assertThat(wakeup.sessionId()).isEqualTo(s.session());
            assertThat(wakeup.frontier()).isEqualTo(3);
            assertThat(wakeup.events())
                    .isEqualTo(events.stream().map(Event::withoutCause).toList());
        }
    }

    @Test
    @Rule("APP-13")
    default void largeAppendIsAnnouncedByIndexAlone() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a", "t", "\"" + "x".repeat(Wakeup.MAX_BYTES) + "\""));
            assertThat(heard.await(1)).isEqualTo(new Wakeup(s.session(), 1, List.of()));

            List<NewEvent> many = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                many.add(event("m" + i, "t", "\"" + "é".repeat(200) + "\""));
            }
            s.store().append(AppendRequest.of(s.session(), many));
            assertThat(heard.await(2)).isEqualTo(new Wakeup(s.session(), 101, List.of()));

            s.append(event("small", "t", "\"" + "x".repeat(16_000) + "\""));
            assertThat(heard.await(3).events()).hasSize(1);
        }
    }

    @Test
    @Rule({"APP-3", "APP-13"})
    default void retryIsAnnouncedBarely() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a"), event("b"));
            s.append(event("c"));

            s.append(event("a"), event("b"));

            assertThat(heard.await(3)).isEqualTo(new Wakeup(s.session(), 2, List.of()));
        }
    }

    @Test
    @Rule("APP-14")
    default void refusedAndEmptyAppendsAreNotAnnounced() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a"));

            s.append();
            s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("x"), event("a")));
            s.append(event("b"));

            assertThat(heard.await(2).frontier()).isEqualTo(2);
        }
    }

    @Test
    @Rule("APP-14")
    default void whatIsAnnouncedCanBeRead() {
        Scene s = scene();
        AtomicReference<@Nullable String> wrong = new AtomicReference<>();
        AtomicLong heard = new AtomicLong();
        Wakeups.Listener looking = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                List<Event> read = s.store().readHistory(s.session(), 0, null);
                if (read.size() < wakeup.frontier()
                        || !wakeup.events().stream()
                                .allMatch(event ->
                                        read.get((int) event.index() - 1).equals(event))) {
                    wrong.set("heard " + wakeup + " and read only " + read.size() + " events");
                }
                heard.set(wakeup.frontier());
            }

            @Override
            public void onGap() {}
        };
        try (Subscription subscription = s.store().subscribe(s.session(), looking)) {
            for (int i = 0; i < 20; i++) {
                s.append(event("e" + i), event("f" + i));
            }
            Together.until("the last append is heard", () -> heard.get() >= 40);
        }
        assertThat(wrong.get()).isNull();
    }

    @Test
    @Rule("APP-14")
    default void slowListenerDelaysNoAppend() throws InterruptedException {
        Scene s = scene();
        CountDownLatch stuck = new CountDownLatch(1);
        Wakeups.Listener slow = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                await(stuck);
            }

            @Override
            public void onGap() {}
        };
        Heard other = new Heard();
        try (Subscription subscription = s.store().subscribe(s.session(), slow);
                Subscription second = listen(s, other)) {
            Thread appending = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 5; i++) {
                    s.append(event("e" + i));
                }
            });
            assertThat(appending.join(Duration.ofSeconds(20)))
                    .as("five appends end while a listener hangs")
                    .isTrue();
            assertThat(s.frontier()).isEqualTo(5);
        } finally {
            stuck.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Rule("APP-14")
    default void listenerThatThrowsHarmsNobody() {
        Scene s = scene();
        Wakeups.Listener throwing = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                throw new IllegalStateException("a listener's own failure");
            }

            @Override
            public void onGap() {
                throw new IllegalStateException("a listener's own failure");
            }
        };
        Heard other = new Heard();
        try (Subscription subscription = s.store().subscribe(s.session(), throwing);
                Subscription second = listen(s, other)) {
            s.append(event("a"));
            s.append(event("b"));

            assertThat(other.await(2).frontier()).isEqualTo(2);
        }
        assertThat(s.readIds()).containsExactly("a", "b");
    }

    @Test
    @Rule("APP-14")
    default void onlyTheSessionListenedToIsHeardAndOnlyUntilTheEnd() {
        Scene s = scene();
        String other = s.another();
        Heard heard = new Heard();
        Heard all = new Heard();
        Subscription subscription = listen(s, heard);
        try (Subscription beside = listen(s, all)) {
            s.store().append(AppendRequest.of(other, event("elsewhere")));
            s.append(event("a"));
            assertThat(heard.await(1).sessionId()).isEqualTo(s.session());
            subscription.close();
            subscription.close();
            int before = heard.wakeups().size();
            s.append(event("b"));
            all.await(2);
            assertThat(heard.wakeups()).hasSize(before);
        }
    }

    @Test
    @Rule("CMP-6")
    default void completionIsAnnouncedWithItsReturnedEvents() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a").to(each("w")), event("b").to(each("w")));
            List<Head> heads = s.claimed();

            s.completed(heads.get(1));
            List<Event> events =
                    s.completed(heads.get(0), event("r1"), event("r2")).events();

            Wakeup first = heard.await(2);
            assertThat(first.frontier())
                    .as("a completion without events is not announced")
                    .isEqualTo(4);
            assertThat(first.events())
                    .isEqualTo(events.stream().map(Event::withoutCause).toList());
        }
    }

    @Test
    @Rule({"CMP-2", "CMP-6"})
    default void repeatedCompletionIsAnnouncedBarely() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a").to(each("w")));
            CompleteRequest request =
                    CompleteRequest.of(s.session(), s.claimOne().attempt(), event("r1"), event("r2"));
            s.completed(request);
            s.append(event("later"));

            s.completed(request);

            assertThat(heard.await(4)).isEqualTo(new Wakeup(s.session(), 3, List.of()));
        }
    }

    @Test
    @Rule("CLR-5")
    default void clearIsAnnouncedWithItsMarker() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a"));

            s.clear();

            assertThat(heard.await(2)).isEqualTo(new Wakeup(s.session(), 2, s.read()));
        }
    }

    @Test
    @Rule("CLR-5")
    default void clearThatHappenedAlreadyIsAnnouncedBarely() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.append(event("a"));
            s.clear();
            s.append(event("b"));

            s.store().clear(new ClearRequest(s.session(), 1L, null));

            Wakeup wakeup = heard.await(4);
            assertThat(wakeup.events()).isEmpty();
            assertThat(wakeup.frontier()).isBetween(2L, 3L);
        }
    }

    @Test
    @Rule("CLR-5")
    default void clearThatDidNothingIsNotAnnounced() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            s.clear();
            s.append(event("a"));
            s.store().clear(new ClearRequest(s.session(), 9L, null));
            s.append(event("b"));

            heard.await(2);
            assertThat(heard.wakeups()).extracting(Wakeup::frontier).containsExactly(1L, 2L);
        }
    }

    @Test
    @Rule({"APP-13", "I2"})
    default void announcedPayloadsAreTheStoredTexts() {
        Scene s = scene();
        Heard heard = new Heard();
        try (Subscription subscription = listen(s, heard)) {
            List<String> small =
                    Odd.JSON.stream().filter(json -> json.length() < 5_000).toList();
            for (int i = 0; i < small.size(); i++) {
                s.append(event("e" + i, "t", small.get(i)));
                assertThat(heard.await(i + 1).events())
                        .extracting(event -> event.payload().text())
                        .containsExactly(small.get(i));
            }
        }
    }

    /**
     * Listens, and goes on when listening has begun. What went before may still be heard late, so what a test is about comes
     * after what it heard.
     */
    private static Subscription listen(Scene s, Heard heard) {
        Subscription subscription = s.store().subscribe(s.session(), heard);
        Together.until("listening begins", () -> heard.gaps() >= 1);
        return subscription;
    }
}

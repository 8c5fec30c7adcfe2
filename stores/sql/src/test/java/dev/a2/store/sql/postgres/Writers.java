package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Target;
import dev.a2.testservers.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Writers that append to the session {@code s}, each event until it is acknowledged, and watch what failures claim. */
final class Writers implements AutoCloseable {
    private static final AtomicInteger NAMES = new AtomicInteger();

    final Queue<StoreException> failures = new ConcurrentLinkedQueue<>();
    private final Queue<String> lies = new ConcurrentLinkedQueue<>();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final TestDatabase database;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Writers(TestDatabase database) {
        this.database = database;
    }

    /** So many writers through this store; they begin. */
    Writers through(SessionStore store, int count) {
        for (int i = 0; i < count; i++) {
            String name = "w" + NAMES.incrementAndGet();
            threads.add(Thread.ofPlatform().name(name).start(() -> write(store, name)));
        }
        return this;
    }

    private void write(SessionStore store, String name) {
        for (int i = 0; !ended.get(); i++) {
            String id = name + "-" + i;
            AtomicBoolean unknown = new AtomicBoolean();
            Eventually.holds(id + " is acknowledged", () -> append(store, id, unknown));
            acknowledged.add(id);
        }
    }

    /**
     * Tries once.
     *
     * @param unknown whether an earlier try may have stored the event: then a later one that writes nothing is no lie
     */
    private boolean append(SessionStore store, String id, AtomicBoolean unknown) {
        try {
            store.append(AppendRequest.of("s", TestDatabase.event(id).to(Target.each("c"))));
            return true;
        } catch (StoreException e) {
            failures.add(e);
            if (e.effect() == Effect.UNKNOWN) {
                unknown.set(true);
            }
            if (e.code() != ErrorCode.STORE_UNAVAILABLE || !unknown.get() && isStored(id)) {
                lies.add(id + ": " + e);
            }
            return false;
        }
    }

    private boolean isStored(String id) {
        try (Connection connection = database.connect()) {
            String query = "SELECT 1 FROM a2.events WHERE event_id = '" + id + "'";
            return !TestDatabase.column(connection, query).isEmpty();
        } catch (SQLException e) {
            // Nobody can tell at the moment.
            return false;
        }
    }

    void awaitMore(int count) {
        int before = acknowledged.size();
        Eventually.holds("writers get on", () -> acknowledged.size() >= before + count);
    }

    /** Ends them, and checks that what was acknowledged is there once, and nothing else. */
    void check(SessionStore store) {
        close();
        assertThat(lies).isEmpty();
        assertThat(TestDatabase.ids(store, "s"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(store.verify("s")).isEmpty();
    }

    @Override
    public void close() {
        ended.set(true);
        for (Thread thread : threads) {
            try {
                thread.join(Duration.ofSeconds(40));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

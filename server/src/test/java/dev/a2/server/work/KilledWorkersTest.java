package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.A2Server;
import dev.a2.server.ServerFixture;
import dev.a2.server.config.ServerOptions;
import dev.a2.server.work.WorkerProcess.Language;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers in JavaScript and in Python hand each other events through a server, are killed at any moment and started again, and the
 * server itself is closed and opened in the middle; nothing is lost, and nothing is there twice.
 */
class KilledWorkersTest {
    private static final long SEED = Long.getLong("a2.seed", 20_261_130L);
    private static final int SESSIONS = 20;
    private static final int EVENTS = Integer.getInteger("a2.events", 10);
    private static final int KILLS = Integer.getInteger("a2.kills", 6);
    private static final int OF_EACH = 2;
    private static final long LIMIT_SECONDS = 90;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<WorkerProcess> workers = new ArrayList<>();

    @TempDir
    private Path folder;

    private SessionStore store;
    private A2Server server;

    @BeforeEach
    void open() {
        for (Language language : Language.values()) {
            language.require();
        }
        store = SqliteStore.open(folder.resolve("a2.db"));
        server = A2Server.open(store, ServerOptions.defaults().listen("127.0.0.1", 0));
    }

    @AfterEach
    void close() {
        workers.forEach(WorkerProcess::close);
        if (server != null) {
            server.close();
        }
        if (store != null) {
            store.close();
        }
    }

    @Test
    void nothingIsLostAndNothingIsThereTwice() {
        System.out.println("killed workers: -Da2.seed=" + SEED);
        appendAll();
        for (int i = 0; i < 2 * OF_EACH; i++) {
            workers.add(start(language(i)));
        }

        for (int kill = 0; kill < KILLS; kill++) {
            int enough = captioned() + SESSIONS * EVENTS / (2 * KILLS);
            await(() -> captioned() >= enough || isDone());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(100)));
            // The one that runs longest, which is at work for sure.
            int victim = kill % workers.size();
            workers.get(victim).kill();
            workers.set(victim, start(language(victim)));
            if (kill == KILLS / 2) {
                restartServer();
            }
        }
        await(this::isDone);

        List<Integer> attempts = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            judge("album " + i, attempts);
        }
        System.out.println("killed workers: "
                + attempts.stream().filter(attempt -> attempt > 1).count() + " of " + attempts.size()
                + " events needed another attempt");
    }

    private static Language language(int worker) {
        return worker % 2 == 0 ? Language.JAVASCRIPT : Language.PYTHON;
    }

    private void appendAll() {
        for (int i = 0; i < SESSIONS; i++) {
            List<String> events = new ArrayList<>();
            for (int n = 0; n < EVENTS; n++) {
                events.add("{\"type\":\"photo.uploaded\",\"payload\":{\"photo\":\"" + i + "/" + n
                        + "\"},\"targets\":[{\"consumer\":\"resizer\"}]}");
            }
            ServerFixture fixture = ServerFixture.of(store, server);
            String body = "{\"events\":[" + String.join(",", events) + "]}";
            assertThat(fixture.post(ServerFixture.session("album " + i, "/events"), body)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private WorkerProcess start(Language language) {
        Map<String, String> settings = Map.of("A2_LEASE_MS", "1000", "WORK_MS", "" + (10 + random.nextInt(60)));
        return WorkerProcess.start(language, server.address(), folder, settings);
    }

    /** The workers find the new one where the old one was. */
    private void restartServer() {
        URI address = server.address();
        server.close();
        store.close();
        store = SqliteStore.open(folder.resolve("a2.db"));
        server = A2Server.open(store, ServerOptions.defaults().listen(address.getHost(), address.getPort()));
    }

    private boolean isDone() {
        return captioned() >= SESSIONS * EVENTS;
    }

    private int captioned() {
        int count = 0;
        for (int i = 0; i < SESSIONS; i++) {
            for (Event event : store.readHistory("album " + i, 0, null)) {
                count += event.type().equals("photo.captioned") ? 1 : 0;
            }
        }
        return count;
    }

    private void await(BooleanSupplier condition) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("seed " + SEED + ": " + captioned() + " of " + SESSIONS * EVENTS
                        + " photos after " + LIMIT_SECONDS + " s; the workers said: "
                        + workers.stream().map(WorkerProcess::output).toList());
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Each photo is uploaded, resized and captioned once, each time because of the one before. */
    private void judge(String session, List<Integer> attempts) {
        List<Event> events = store.read(session, 0, null);
        Set<Long> causes = new HashSet<>();
        for (Event event : events) {
            AttemptRef cause = event.cause();
            if (cause != null) {
                assertThat(causes.add(cause.index()))
                        .as("%s: %s handled twice", session, cause)
                        .isTrue();
                assertThat(event.type() + " by " + cause.consumer())
                        .isIn("photo.resized by resizer", "photo.captioned by captioner");
                assertThat(photo(event)).isEqualTo(photo(events.get((int) cause.index() - 1)));
                attempts.add(cause.attempt());
            }
        }
        assertThat(events).hasSize(3 * EVENTS);
        assertThat(causes).hasSize(2 * EVENTS);
        assertThat(store.cursors(session)).allMatch(cursor -> cursor.head() == null);
    }

    private static String photo(Event event) {
        return Objects.requireNonNull(event.payload().text()).replaceAll(".*\"photo\":\\s*\"(.*?)\".*", "$1");
    }
}

package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.work.WorkerProcess.Language;
import dev.a2.store.AppendRequest;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Target;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example workers, each as a process, against a real server. */
class ExampleWorkersTest {
    private static final long LIMIT_SECONDS = 30;
    private static ServerFixture fixture;
    private static WorkClient client;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
        client = new WorkClient(fixture, "test");
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @ParameterizedTest
    @EnumSource
    void itHandlesWhatItCanAndRefusesWhatItCannot(Language language) {
        language.require();
        String session = "handled-" + language;
        client.append(session, language.consumer, "{\"photo\":\"p1\"}");
        client.append(session, language.consumer, "{}");

        try (WorkerProcess worker = start(fixture, language, Map.of("WORK_MS", "1"))) {
            await(
                    worker,
                    () -> fixture.store().deadLetters(session).size() == 1
                            && fixture.store().bounds(session).frontier() == 3);
            assertThat(worker.stop()).as(worker.output()).isZero();
        }

        Event returned = fixture.store().read(session, 2, null).get(0);
        Head dead = fixture.store().deadLetters(session).get(0);
        assertThat(returned.type()).startsWith("photo.");
        assertThat(returned.payload().text()).contains("p1");
        assertThat(dead.dispatch().attemptCount()).isEqualTo(1);
        assertThat(dead.dispatch().lastError()).contains("there is no photo in event 2");
    }

    @ParameterizedTest
    @EnumSource
    void itShowsItsToken(Language language) {
        language.require();
        NewApiToken token = NewApiToken.make("worker", Set.of(Role.WORK));
        AccessOptions access = AccessOptions.open().tokens(List.of(token.kept()));
        try (ServerFixture guarded = ServerFixture.open(options -> options.access(access))) {
            NewEvent event = NewEvent.of("e", "photo.uploaded", Json.of("{\"photo\":\"p1\"}"));
            Target target = new Target(language.consumer, null, null);
            guarded.store().append(AppendRequest.of("s", List.of(event.to(target))));

            Map<String, String> settings = Map.of("WORK_MS", "1", "A2_TOKEN", token.text());
            try (WorkerProcess worker = start(guarded, language, settings)) {
                await(worker, () -> guarded.store().bounds("s").frontier() == 2);
            }
        }
    }

    /**
     * It renews what takes longer than a lease, and gives back what it cannot finish when it is told to end. On a server of its own:
     * the claim of a worker that is gone is noticed within a second, and takes along what comes up until then.
     */
    @ParameterizedTest
    @EnumSource
    void toldToEndItGivesBackWhatItHolds(Language language) {
        language.require();
        Map<String, String> settings = Map.of("WORK_MS", "600000", "A2_LEASE_MS", "1000", "A2_GRACE_MS", "50");
        try (ServerFixture own = ServerFixture.open()) {
            WorkClient others = new WorkClient(own, "test");
            others.append("s", language.consumer, "{\"photo\":\"p1\"}");

            try (WorkerProcess worker = start(own, language, settings)) {
                await(worker, () -> isRenewed(own));
                assertThat(worker.stop()).as(worker.output()).isZero();
            }

            assertThat(others.claim(language.consumer, "\"waitMs\":10000"))
                    .extracting(Handed::sessionId, Handed::failureCount)
                    .containsExactly(tuple("s", 0));
        }
    }

    private static boolean isRenewed(ServerFixture server) {
        Dispatch dispatch = server.store().cursors("s").get(0).dispatch();
        Instant claimed = dispatch.lastClaimedAt();
        Instant expires = dispatch.claimExpiresAt();
        return claimed != null && expires != null && claimed.plusMillis(1_001).isBefore(expires);
    }

    private WorkerProcess start(ServerFixture server, Language language, Map<String, String> settings) {
        return WorkerProcess.start(language, server.server().address(), folder, settings);
    }

    private static void await(WorkerProcess worker, BooleanSupplier condition) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(worker.output()).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }
}

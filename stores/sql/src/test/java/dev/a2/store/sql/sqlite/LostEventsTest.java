package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Finding;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code verify} tells of a newest event that was lost. The frontier is the newest event's index, so the log itself
 * looks whole; it is what points beyond it that tells.
 */
class LostEventsTest {
    private static final String SESSION = "s";

    @TempDir
    Path folder;

    private static NewEvent event(String id) {
        return NewEvent.of(id, "said", Json.NULL);
    }

    private static void append(SessionStore store, NewEvent... events) {
        store.append(AppendRequest.of(SESSION, List.of(events)));
    }

    private static void complete(SessionStore store, NewEvent... returned) {
        ClaimResult claim = store.claimAvailable(
                ClaimRequest.of(SESSION, "h", When.after(Duration.ofMinutes(1))).limit(1));
        assertThat(claim)
                .isInstanceOfSatisfying(
                        ClaimResult.Claimed.class,
                        claimed -> store.completeAttempt(CompleteRequest.of(
                                SESSION, claimed.heads().get(0).attempt(), returned)));
    }

    /** What is found after the newest event was lost, behind one that stays. */
    private List<String> foundAfter(Consumer<SessionStore> history) throws SQLException {
        Path path = folder.resolve("store.db");
        try (SessionStore store = SqliteStore.open(path)) {
            append(store, event("first"));
            history.accept(store);
            assertThat(store.verify(SESSION)).isEmpty();
        }
        TestFiles.execute(path, "DELETE FROM events WHERE position = (SELECT max(position) FROM events)");
        try (SessionStore store = SqliteStore.open(path)) {
            return store.verify(SESSION).stream().map(Finding::rule).distinct().toList();
        }
    }

    @Test
    void eventThatSomebodyMustHandleIsMissed() throws SQLException {
        assertThat(foundAfter(store -> append(store, event("lost").to(Target.each("c")))))
                .containsExactly("I8");
    }

    @Test
    void eventThatSomebodyHandledIsMissed() throws SQLException {
        assertThat(foundAfter(store -> {
                    append(store, event("lost").to(Target.each("c")));
                    complete(store);
                }))
                .containsExactly("I8");
    }

    @Test
    void eventBehindWhichALaneStandsIsMissed() throws SQLException {
        assertThat(foundAfter(store -> {
                    append(store, event("lost").to(Target.lane("c", "l")));
                    complete(store);
                }))
                .containsExactly("I7", "I8");
    }

    @Test
    void eventBehindWhichALogBeganIsMissed() throws SQLException {
        LogOptions log = new LogOptions("l", null, false);

        assertThat(foundAfter(store -> {
                    append(store, event("lost"));
                    store.wakeLog(new WakeLogRequest(SESSION, "c", log));
                }))
                .containsExactly("I7");
    }

    @Test
    void eventThatAnAttemptReturnedIsMissed() throws SQLException {
        assertThat(foundAfter(store -> {
                    append(store, event("cause").to(Target.each("c")));
                    complete(store, event("lost"));
                }))
                .containsExactly("I6");
    }

    @Test
    void eventWithASnapshotIsMissed() throws SQLException {
        assertThat(foundAfter(store -> {
                    append(store, event("lost"));
                    store.putSnapshots(SESSION, "r", List.of(new SnapshotWrite(2, Json.NULL, Set.of())));
                }))
                .containsExactly("I11");
    }

    @Test
    void clearMarkerIsMissed() throws SQLException {
        assertThat(foundAfter(store -> store.clear(ClearRequest.of(SESSION)))).contains("I1");
    }

    @Test
    void eventThatNothingPointsToIsNotMissed() throws SQLException {
        // As the reference says; a row per append would be the price.
        assertThat(foundAfter(store -> append(store, event("lost")))).isEmpty();
    }
}

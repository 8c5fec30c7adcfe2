package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Two empty storages with one clock. */
final class Houses implements AutoCloseable {
    final TestClock clock = new TestClock();
    final SessionStore from;
    final SessionStore to;

    private final AtomicLong ids = new AtomicLong();
    private final StoreFixture.Storage fromStorage;
    private final StoreFixture.Storage toStorage;

    Houses(StoreFixture fixture) {
        fromStorage = fixture.freshStorage();
        toStorage = fixture.freshStorage();
        from = fromStorage.open(clock, () -> "x" + ids.incrementAndGet());
        to = toStorage.open(clock, () -> "y" + ids.incrementAndGet());
    }

    void move(String session) {
        to.importSession(session, export(from, session));
    }

    static List<SessionPart> export(SessionStore store, String session) {
        List<SessionPart> parts = new ArrayList<>();
        store.exportSession(session, parts::add);
        return parts;
    }

    static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("{\"id\":1}"));
    }

    ClaimRequest claim(String session, String holder) {
        return ClaimRequest.of(session, holder, When.after(Duration.ofSeconds(10)));
    }

    List<Head> heads(String session, String holder) {
        return ((ClaimResult.Claimed) from.claimAvailable(claim(session, holder))).heads();
    }

    /** A session in which there is something of everything. */
    void furnish(String s) {
        ServedConsumer log = ServedConsumer.log("log", new LogOptions("", Set.of("t"), true));
        ServedConsumer idle = ServedConsumer.log("idle", new LogOptions("x", Set.of("never"), false));
        for (int i = 1; i <= 6; i++) {
            NewEvent event = event("e" + i).to(Target.lane("lane", "a"), Target.lane("lane", "b" + i));
            from.append(AppendRequest.of(s, event).serving(Served.of(log, idle)));
        }
        from.append(AppendRequest.of(
                s,
                event("e7").to(Target.each("done"), Target.each("dead"), Target.each("held")),
                event("e8").to(Target.each("skipped"), Target.lane("deadlane", ""))));
        List<Head> claimed = heads(s, "w");
        clock.advance(Duration.ofSeconds(1));
        from.putSnapshots(
                s,
                "r",
                List.of(new SnapshotWrite(
                        1, Json.of("[1]"), Set.of(claimed.get(0).ref()))));
        from.putSnapshots(s, "r", List.of(new SnapshotWrite(3, Json.of("[3]"), Set.of())));
        from.putSnapshots(
                s,
                "s",
                List.of(new SnapshotWrite(
                        8, Json.of("{}"), Set.of(claimed.get(1).ref()))));
        for (Head head : claimed) {
            switch (head.consumer()) {
                case "done" ->
                    from.completeAttempt(
                            CompleteRequest.of(s, head.attempt(), event("r1").to(Target.each("free")), event("r2")));
                case "dead", "skipped", "deadlane" ->
                    assertThat(from.failAttempt(new FailRequest(s, head.attempt(), "boom\n\u0000", 1, null))
                                    .outcome())
                            .isEqualTo(FailResult.Outcome.DEAD_LETTERED);
                case "held" ->
                    from.failAttempt(new FailRequest(s, head.attempt(), "later", 5, When.after(Duration.ofMinutes(1))));
                default -> {
                    if (head.event().index() == 4) {
                        from.completeAttempt(CompleteRequest.of(s, head.attempt()));
                    }
                }
            }
        }
        from.redrive(RedriveRequest.of(s, "skipped", 8, RedriveRequest.Action.SKIP));
    }

    @Override
    public void close() {
        from.close();
        to.close();
        fromStorage.close();
        toStorage.close();
    }
}

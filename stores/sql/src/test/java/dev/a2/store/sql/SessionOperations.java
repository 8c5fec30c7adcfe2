package dev.a2.store.sql;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult.Claimed;
import dev.a2.store.CompleteRequest;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** An operation on a session, whose cost must not grow with what of the session it does not touch. */
public record SessionOperations(String name, BiConsumer<SessionStore, String> operation) {
    private static final When TTL = When.after(Duration.ofMinutes(1));
    private static final LogOptions RARE = new LogOptions("", Set.of("rare"), false);
    private static final Target[] TARGETS = {
        Target.each("each"), Target.lane("lane", "x"), new Target("timer", null, TTL)
    };
    private static final AtomicLong IDS = new AtomicLong();

    /** Runs it once. */
    public void run(SessionStore store, String session) {
        operation.accept(store, session);
    }

    /** Makes a session of so many events, with a free head, a place in a lane and a timer for each; a log is at their end. */
    public static void fill(SessionStore store, String session, int events) {
        for (int from = 0; from < events; from += 1_000) {
            store.append(AppendRequest.of(
                    session,
                    IntStream.range(from, Math.min(events, from + 1_000))
                            .mapToObj(i -> event("f" + i, TARGETS))
                            .toList()));
        }
        store.append(AppendRequest.of(session, NewEvent.of("rare", "rare", Json.NULL)));
        store.wakeLog(new WakeLogRequest(session, "log", RARE));
    }

    /** Those that a session lives by. */
    public static List<SessionOperations> all() {
        return List.of(
                of("append", (store, session) -> store.append(AppendRequest.of(session, event(fresh())))),
                of(
                        "append with work",
                        (store, session) ->
                                store.append(AppendRequest.of(session, event(fresh(), Target.each("other"))))),
                of("claim", (store, session) -> claim(store, session, Served.named("each"))),
                of("claim and complete", (store, session) -> handle(store, session, "each")),
                of(
                        "read the end",
                        (store, session) ->
                                store.readEvents(session, store.bounds(session).frontier() - 10)),
                of(
                        "wake a log that looks for a rare type",
                        (store, session) -> store.wakeLog(new WakeLogRequest(session, "log", RARE))),
                of("claim a timer", (store, session) -> store.claimAvailable(asking(session, Served.named("timer")))),
                of(
                        "ask for what is held",
                        (store, session) -> store.claimAvailable(
                                asking(session, Served.named("timer")).resume(true))),
                of(
                        "ask whether there is work for somebody without any",
                        (store, session) -> store.claimAvailable(asking(session, Served.named("nobody")))),
                of("claim a lane and complete it", (store, session) -> handle(store, session, "lane")),
                of("dead letters", SessionStore::deadLetters),
                of("refresh work", (store, session) -> store.refreshWork(session, Set.of("each"))),
                of("claim for all", (store, session) -> claim(store, session, Served.ALL)));
    }

    private static SessionOperations of(String name, BiConsumer<SessionStore, String> operation) {
        return new SessionOperations(name, operation);
    }

    private static String fresh() {
        return "x" + IDS.incrementAndGet();
    }

    private static NewEvent event(String id, Target... targets) {
        return NewEvent.of(id, "said", Json.of("{}")).to(targets);
    }

    private static ClaimRequest asking(String session, Served consumers) {
        return ClaimRequest.of(session, "h", TTL).serving(consumers).limit(1);
    }

    private static AttemptRef claim(SessionStore store, String session, Served consumers) {
        return ((Claimed) store.claimAvailable(asking(session, consumers)))
                .heads()
                .get(0)
                .attempt();
    }

    private static void handle(SessionStore store, String session, String consumer) {
        store.completeAttempt(CompleteRequest.of(session, claim(store, session, Served.named(consumer))));
    }
}

package dev.a2.simulation.chaos;

import dev.a2.A2;
import dev.a2.A2Listener;
import dev.a2.A2Options;
import dev.a2.Batch;
import dev.a2.DeadLetter;
import dev.a2.Session;
import dev.a2.store.AttemptRef;
import dev.a2.store.PresenceEntry;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.util.function.BooleanSupplier;

/** One process's part in a fleet: works, and does what clients do; writes all of it down. */
final class Member implements AutoCloseable {
    private static final String FIELD = "here";

    private final Chronicle chronicle;
    private final FleetTimes times;
    private final A2<Errand> a2;

    private Member(Chronicle chronicle, FleetTimes times, A2<Errand> a2) {
        this.chronicle = chronicle;
        this.times = times;
        this.a2 = a2;
    }

    static Member open(SessionStore store, Chronicle chronicle, FleetTimes times, ErrandApp app, boolean newer) {
        A2Options options = A2Options.defaults()
                .worker(chronicle.who())
                .claimTtl(times.claimTtl())
                .pollInterval(times.pollInterval())
                .sweepInterval(times.claimTtl().multipliedBy(2))
                .shutdownGrace(times.claimTtl())
                .snapshotDistance(5)
                .listener(new Listener(chronicle));
        return new Member(chronicle, times, A2.open(app.contract(newer), store, options));
    }

    Session<Errand> session(String name) {
        return a2.session(name);
    }

    /** Asks until it is acknowledged, or no more is wanted. */
    void ask(Fact.Asking asking, BooleanSupplier isWanted) {
        Batch<Errand> batch = Batch.empty();
        for (int n = asking.first(); n < asking.first() + asking.count(); n++) {
            batch = batch.and(eventId(n), new Errand.Asked(n, lane(n)));
        }
        while (isWanted.getAsBoolean()) {
            try {
                long index = a2.session(asking.session()).append(batch).get(0).index();
                chronicle.write(new Fact.Told(asking.session(), asking.first(), index));
                return;
            } catch (StoreException e) {
                // The store is away; the ids make it harmless to ask again.
            }
        }
    }

    static String eventId(int n) {
        return "asked-" + n;
    }

    static String lane(int n) {
        return "lane" + n % 2;
    }

    /** Follows a session from behind an index on. */
    void follow(String session, long after) {
        chronicle.write(new Fact.Follows(session, after));
        a2.session(session)
                .rawFeed(after)
                .onEach(event -> chronicle.write(new Fact.Saw(session, event.index(), event.id())));
    }

    /** Has all dead letters of a session tried again. */
    void redrive(String session) {
        for (DeadLetter dead : a2.session(session).deadLetters()) {
            chronicle.write(new Fact.Redriving(session, dead.consumer(), dead.index()));
            a2.session(session).retry(dead.consumer(), dead.index());
        }
    }

    void announce(String session) {
        chronicle.write(new Fact.Announcing(session));
        a2.session(session).presence().set(chronicle.who(), FIELD, true, times.presenceTtl());
    }

    void lookWhoIsThere(String session) {
        long since = System.currentTimeMillis();
        for (PresenceEntry entry : a2.session(session).presence().read()) {
            chronicle.write(new Fact.Noticed(session, entry.participant(), since));
        }
    }

    @Override
    public void close() {
        a2.close();
    }

    private record Listener(Chronicle chronicle) implements A2Listener {
        @Override
        public void attemptStarted(String sessionId, AttemptRef attempt) {
            chronicle.write(new Fact.Began(sessionId, attempt));
        }

        @Override
        public void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
            chronicle.write(new Fact.Ended(sessionId, attempt, ending));
        }
    }
}

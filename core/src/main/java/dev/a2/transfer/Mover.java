package dev.a2.transfer;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves sessions from one store to another, also while they are in use. A session is at every moment in one of three places:
 * where it was, where it goes, or in a file in the move's folder, with which a second try goes on, however the first one ended.
 * {@code docs/reference/stores.md} tells what users see of it. One thread.
 */
public final class Mover implements AutoCloseable {
    /**
     * Where sessions come from.
     *
     * @param ids what the store was opened with
     */
    public record Source(SessionStore store, MoveIds ids) {}

    /** What became of a session. */
    public enum Outcome {
        /** It is where it should be, and no longer where it was. */
        MOVED,
        /** It was moved before; what had been appended where it was since then has followed it. */
        FOLLOWED,
        /** It was moved before. */
        MOVED_BEFORE
    }

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration RENEWAL = LEASE.dividedBy(3);
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** For a moment in which nobody appends, where attempts are cut off. */
    private static final Duration LAST_TRIES = Duration.ofSeconds(30);
    /** Heads claimed by one call. */
    private static final int PAGE = 256;

    private final SessionStore from;
    private final MoveIds ids;
    private final SessionStore to;
    private final MoveFolder folder;
    private final MoveOptions options;
    private final InstantSource clock = InstantSource.system();
    private final String holder;

    private Mover(Source source, SessionStore to, MoveFolder folder, MoveOptions options) {
        this.from = source.store();
        this.ids = source.ids();
        this.to = to;
        this.folder = folder;
        this.options = options;
        this.holder = "a2 move " + folder.move();
    }

    /**
     * Begins, or goes on where an earlier one was cut off.
     *
     * @param folder for the sessions on their way; made, and removed at the end
     * @param route says where from and where to; a folder belongs to one
     * @throws MoveException when somebody uses the folder, or it is left from another route
     */
    public static Mover open(Source source, SessionStore to, Path folder, String route, MoveOptions options) {
        return new Mover(source, to, MoveFolder.open(folder, route), options);
    }

    /**
     * Moves a session, or brings its move to an end.
     *
     * @throws MoveException when it stays where it was, or could not be brought to the end; the message says which
     * @throws StoreException when a store failed: call again
     */
    public Outcome move(String session) {
        Parcel parcel = folder.parcel(session);
        if (parcel.exists()) {
            Parcel.Contents contents = parcel.look(holder);
            if (isHandedOver(session, contents) || contents.isEmpty() && handOver(session, contents)) {
                deliver(session, parcel, contents);
                return Outcome.MOVED;
            }
            parcel.discard();
        }
        SessionBounds bounds = from.bounds(session);
        if (bounds.frontier() == 0) {
            throw new MoveException("session " + Strings.quote(session) + " has no events");
        }
        if (MoveIds.isMarker(markerId(session, bounds.clearIndex()))) {
            return new Stragglers(this, from, to, session).follow(bounds) ? Outcome.FOLLOWED : Outcome.MOVED_BEFORE;
        }
        refuseIfThere(session);
        deliver(session, parcel, take(session, parcel));
        return Outcome.MOVED;
    }

    /**
     * What {@link #move} would find now; changes nothing.
     *
     * @param moves whether it would try
     * @param words why not, or what there is
     */
    public record Forecast(boolean moves, String words) {}

    /** Looks without moving. */
    public Forecast look(String session) {
        SessionBounds bounds = from.bounds(session);
        Parcel parcel = folder.parcel(session);
        if (parcel.exists()) {
            return new Forecast(true, "is on its way, in " + parcel.file());
        }
        if (bounds.frontier() == 0) {
            return new Forecast(false, "has no events");
        }
        if (MoveIds.isMarker(markerId(session, bounds.clearIndex()))) {
            long late = bounds.frontier() - bounds.clearIndex();
            return new Forecast(late > 0, "was moved before" + (late > 0 ? ", " + late + " events came in since" : ""));
        }
        if (to.bounds(session).frontier() > 0) {
            return new Forecast(false, "has events already where it should go");
        }
        List<String> others = OpenWork.of(holder, from.cursors(session)).others();
        String held = others.isEmpty() ? "" : ", " + others.size() + " attempts under way: " + others.get(0);
        return new Forecast(true, "reaches to event " + bounds.frontier() + held);
    }

    /** Who holds what a move keeps from beginning. */
    String holder() {
        return holder;
    }

    private void refuseIfThere(String session) {
        if (to.bounds(session).frontier() > 0) {
            throw new MoveException("session " + Strings.quote(session)
                    + " has events already where it should go; it stays where it is");
        }
    }

    /** Waits until the session stands still, and takes it from where it was. */
    private Parcel.Contents take(String session, Parcel parcel) {
        long until = System.nanoTime() + options.patience().toNanos();
        boolean isTaken = false;
        try {
            while (true) {
                boolean cutOff = options.supersede() && isOver(until);
                OpenWork work = hold(session);
                if (work.isStill(clock.instant(), cutOff)) {
                    Parcel.Contents contents = pack(session, parcel, work.mine());
                    if (contents.work().isStill(clock.instant(), cutOff)
                            && renew(session, contents.work().mine())) {
                        refuseIfThere(session);
                        isTaken = true; // or nobody knows
                        if (handOver(session, contents)) {
                            return contents;
                        }
                        isTaken = false;
                    }
                    parcel.discard();
                }
                if (isOver(options.supersede() ? until + LAST_TRIES.toNanos() : until)) {
                    throw new MoveException(
                            "session " + Strings.quote(session) + " does not stand still, it stays where it is: "
                                    + (work.others().isEmpty()
                                            ? "something is written all the time"
                                            : work.others().get(0)));
                }
                if (!work.isStill(clock.instant(), cutOff)) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        } finally {
            if (!isTaken) {
                release(session);
            }
        }
    }

    private static boolean isOver(long until) {
        return System.nanoTime() - until >= 0;
    }

    private Parcel.Contents pack(String session, Parcel parcel, List<AttemptRef> held) {
        long[] renewed = {System.nanoTime()};
        parcel.pack(from, () -> {
            if (System.nanoTime() - renewed[0] > RENEWAL.toNanos()) {
                renewed[0] = System.nanoTime();
                renew(session, held);
            }
        });
        return parcel.look(holder);
    }

    /** Claims all that is free, so that nobody begins anything. */
    OpenWork hold(String session) {
        ClaimRequest free = ClaimRequest.of(session, holder, When.after(LEASE)).limit(PAGE);
        while (from.claimAvailable(free) instanceof ClaimResult.Claimed) {
            // There may be more.
        }
        OpenWork work = OpenWork.of(holder, from.cursors(session));
        renew(session, work.mine());
        return work;
    }

    /** Whether all of them are still held. */
    private boolean renew(String session, List<AttemptRef> claims) {
        return claims.isEmpty()
                || from.renewClaims(new RenewRequest(session, holder, claims, When.after(LEASE)))
                                .renewed()
                                .size()
                        == claims.size();
    }

    void release(String session) {
        try {
            List<AttemptRef> mine = OpenWork.of(holder, from.cursors(session)).mine();
            if (!mine.isEmpty()) {
                from.releaseClaims(new ReleaseRequest(session, holder, mine));
            }
        } catch (StoreException e) {
            // Why the session was not taken is more to the point; the claims lapse.
        }
    }

    /** Ends the session's life where it was, if nothing was appended to it; from then on it is in the parcel. */
    private boolean handOver(String session, Parcel.Contents contents) {
        long frontier = contents.frontier();
        String marker = MoveIds.marker(folder.move(), frontier);
        if (contents.isEmpty()) {
            // An empty lifetime is not cleared again (CLR-3), so it gets something to clear.
            if (!append(session, marker + ":empty", frontier)) {
                return false;
            }
            frontier++;
        }
        return clear(session, marker, frontier);
    }

    private boolean append(String session, String id, long frontier) {
        NewEvent note = NewEvent.of(id, "a2.move", Json.of("null"));
        try {
            from.append(AppendRequest.of(session, note).ifLastIndex(frontier));
            return true;
        } catch (StoreException e) {
            if (e.code() == ErrorCode.CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    /** Ends the session's life where it was, at this frontier; whether this call did, and no other. */
    boolean clear(String session, long frontier) {
        return clear(session, MoveIds.marker(folder.move(), frontier), frontier);
    }

    private boolean clear(String session, String marker, long frontier) {
        boolean[] cleared = {false};
        ids.as(
                marker,
                () -> cleared[0] =
                        from.clear(new ClearRequest(session, frontier, null)).cleared());
        return cleared[0] && markerId(session, frontier + 1).equals(marker);
    }

    private boolean isHandedOver(String session, Parcel.Contents contents) {
        String marker = MoveIds.marker(folder.move(), contents.frontier());
        long at = contents.frontier() + (contents.isEmpty() ? 2 : 1);
        long clearIndex = from.bounds(session).clearIndex();
        if (clearIndex > at) {
            throw new MoveException(
                    "session " + Strings.quote(session) + " was cleared where it was since it was put into "
                            + folder.parcel(session).file()
                            + ", so nobody knows whether it is in there or was cleared by others; look at both,"
                            + " then import that file or delete it");
        }
        return clearIndex == at && markerId(session, at).equals(marker);
    }

    /** The id of the event at an index, empty if it cannot be read. */
    private String markerId(String session, long index) {
        return index == 0 ? "" : id(from, session, index);
    }

    private static String id(SessionStore store, String session, long index) {
        List<Event> events = store.read(session, index - 1, index);
        return events.isEmpty() || events.get(0).index() != index
                ? ""
                : events.get(0).id();
    }

    private void deliver(String session, Parcel parcel, Parcel.Contents contents) {
        SessionBounds there = to.bounds(session);
        if (there.frontier() == 0) {
            parcel.unpack(to);
        } else if (there.clearIndex() <= contents.frontier()
                && !id(to, session, contents.frontier()).equals(contents.lastId())) {
            throw new MoveException("session " + Strings.quote(session)
                    + " came into being where it should go before it was there; all of it is in " + parcel.file()
                    + ", which 'a2 import' brings to any store that has no such session");
        }
        reclaim(session);
        parcel.discard();
    }

    /** Deletes what a clear left where the session was. */
    void reclaim(String session) {
        while (!from.reclaim(session).done()) {
            // There is more.
        }
    }

    /** Lets go of the folder, and removes it if no session is left in it. */
    @Override
    public void close() {
        folder.close();
    }
}

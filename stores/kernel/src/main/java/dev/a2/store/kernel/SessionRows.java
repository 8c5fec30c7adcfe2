package dev.a2.store.kernel;

import dev.a2.store.Event;
import dev.a2.store.PresenceEntry;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One session's rows inside one transaction: reads see one moment, writes come true together or not at all. Every read
 * method leaves out what lies at or below the marker, unless it says otherwise. Costs grow with what is returned.
 */
public interface SessionRows {
    /** The session's own row, {@link SessionRow#NONE} if there is none. */
    SessionRow session();

    /** The store's now, the same for the whole transaction; no earlier than when its session became its own (CLK-2). */
    long nowMs();

    /** Loads what an operation needs. */
    Have load(Need need);

    /** Writes what an operation decided; reads behind it see it. Called once at most, but by an import page by page. */
    void save(Changes changes);

    /** Events after an index through another, in order, at most so many; also from below the marker. */
    List<Event> events(long after, long through, int limit);

    /** Live heads for a claim. */
    ClaimScan.Result scan(ClaimScan scan);

    /** Head rows in a state, by index. */
    List<HeadRow> heads(HeadState state);

    /** All lane and log cursors, also those that stand below the marker. */
    List<CursorRow> cursors();

    /** A reducer's latest snapshot and its newest one through an index, without what lies below the marker. */
    List<SnapshotRow> snapshots(String reducer, long through);

    /** A reducer's snapshots at these indexes and its latest, also from below the marker. */
    List<SnapshotRow> snapshotsAt(String reducer, Set<Long> indexes);

    /** When the consumer's first live head becomes free (0: at once); null without one. */
    @Nullable Long firstFreeMs(String consumer);

    /** Sets a consumer's mark to be due then, or deletes it if null. */
    void setMark(String consumer, @Nullable Long dueMs);

    /** Deletes a page of events below the marker, their id records and head rows; returns how many events. */
    int deleteEvents(int limit);

    /**
     * Deletes what no event below the marker is needed for any more: snapshots, head rows and idle lane cursors from
     * below it. With {@code collapse} also lane cursors at it, head rows and the marker's id record (CLR-7).
     */
    void sweep(boolean collapse);

    /** Presence values of one participant, or of all if null; also expired ones and tombstones. */
    List<PresenceEntry> presence(@Nullable String participant);

    /** Adds or replaces presence values. */
    void savePresence(List<PresenceEntry> entries);

    /** Deletes presence values that expired by now. */
    void dropPresence();

    /** Everything stored about the session, for {@code verify}. */
    Contents contents();
}

package dev.a2.store.kernel;

import dev.a2.store.PresencePatch;
import dev.a2.store.Wakeup;
import java.util.Set;

/** What a {@link RowStore} reports of others' doings. Calls return at once; they may be repeated or come late. */
public interface Signals {
    /** The sessions whose log somebody here listens to. */
    Set<String> watchedLogs();

    /** The sessions whose presence somebody here listens to. */
    Set<String> watchedPresence();

    /** Whether somebody here listens for work. */
    boolean watchesWork();

    /** A log grew. */
    void woke(Wakeup wakeup);

    /** Presence was applied. */
    void applied(PresencePatch patch);

    /** Work may have come up. */
    void workCameUp();

    /** Something may have been missed. */
    void missed();
}

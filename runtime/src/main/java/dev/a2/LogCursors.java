package dev.a2;

import dev.a2.store.Cursor;
import dev.a2.store.LogOptions;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Cursors of log consumers that whoever appended did not wake, for it does not serve them. */
public final class LogCursors {
    private LogCursors() {}

    /**
     * Brings a session's cursors up to date (CUR-2): those of consumers that back-fill, and those that exist. Costs a call for each
     * of them, and one more if there are consumers that do not back-fill.
     *
     * @param hasHead called with each consumer that has a head now
     */
    public static void wake(
            SessionStore store, String sessionId, List<ServedConsumer> consumers, Consumer<String> hasHead) {
        Set<String> existing = null;
        for (ServedConsumer consumer : consumers) {
            LogOptions log = consumer.log();
            if (log != null && !log.backfill() && existing == null) {
                existing = existing(store, sessionId);
            }
            if (log != null && (log.backfill() || existing != null && existing.contains(consumer.name()))) {
                WakeLogResult result = store.wakeLog(new WakeLogRequest(sessionId, consumer.name(), log));
                if (result.cursor().head() != null) {
                    hasHead.accept(consumer.name());
                }
            }
        }
    }

    private static Set<String> existing(SessionStore store, String sessionId) {
        return store.cursors(sessionId).stream()
                .filter(Cursor.LogCursor.class::isInstance)
                .map(Cursor::consumer)
                .collect(Collectors.toSet());
    }
}

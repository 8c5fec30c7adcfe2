package dev.a2.store.memory;

import dev.a2.store.ErrorCode;
import dev.a2.store.PresencePatch;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.StoreException;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import dev.a2.store.kernel.RowStore;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.Signals;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One store's way to shared sessions: a transaction is the time for which a session's lock is held. */
final class MemoryRows implements RowStore {
    private final MemoryStorage storage;
    private final InstantSource clock;
    private @Nullable Signals signals;
    private volatile boolean closed;

    MemoryRows(MemoryStorage storage, InstantSource clock) {
        this.storage = storage;
        this.clock = clock;
    }

    @Override
    public <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work) {
        checkOpen();
        while (true) {
            MemorySession session = storage.sessions.computeIfAbsent(sessionId, id -> new MemorySession());
            session.lock.lock();
            try {
                if (session.gone) {
                    continue;
                }
                return write(sessionId, session, work);
            } finally {
                if (session.isEmpty()) {
                    session.gone = true;
                    storage.sessions.remove(sessionId, session);
                }
                session.lock.unlock();
            }
        }
    }

    /** Operations save once, as the last thing that they do; only an import may fail halfway, and it began with nothing. */
    private <T extends @Nullable Object> T write(
            String sessionId, MemorySession session, Function<SessionRows, T> work) {
        boolean hadEvents = session.row.frontier() > 0;
        boolean done = false;
        try {
            T result = work.apply(new MemorySessionRows(storage, sessionId, session, clock));
            done = true;
            return result;
        } finally {
            if (!done && !hadEvents && session.row.frontier() > 0) {
                session.forgetEvents();
                storage.marks.consumers(sessionId).forEach(consumer -> storage.marks.set(sessionId, consumer, null));
            }
        }
    }

    @Override
    public <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work) {
        checkOpen();
        MemorySession stored = storage.sessions.get(sessionId);
        MemorySession session = stored == null ? new MemorySession() : stored;
        session.lock.lock();
        try {
            return work.apply(new MemorySessionRows(storage, sessionId, session, clock));
        } finally {
            session.lock.unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreException(ErrorCode.STORE_UNAVAILABLE, "this store is closed; open it again");
        }
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        checkOpen();
        List<SessionBounds> page = new ArrayList<>();
        Map<String, MemorySession> rest = from == null ? storage.sessions : storage.sessions.tailMap(from, false);
        String last = null;
        for (Map.Entry<String, MemorySession> entry : rest.entrySet()) {
            if (page.size() == limit) {
                return new SessionPage(page, last);
            }
            SessionRow row = read(entry.getKey(), SessionRows::session);
            last = entry.getKey();
            if (row.frontier() > 0) {
                page.add(new SessionBounds(last, row.frontier(), row.marker()));
            }
        }
        return new SessionPage(page, null);
    }

    @Override
    public int workShards() {
        return 1;
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        checkOpen();
        return storage.marks.take(request, clock.millis());
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        checkOpen();
        return storage.marks.list(from, limit);
    }

    @Override
    public void connect(Signals signals) {
        this.signals = signals;
        storage.stores.add(signals);
    }

    @Override
    public void announce(Wakeup wakeup) {
        tellOthers(other -> {
            other.woke(wakeup);
            other.workCameUp();
        });
    }

    @Override
    public void announce(PresencePatch patch) {
        tellOthers(other -> other.applied(patch));
    }

    private void tellOthers(Consumer<Signals> message) {
        for (Signals other : storage.stores) {
            if (!other.equals(signals)) {
                message.accept(other);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        if (signals != null) {
            storage.stores.remove(signals);
        }
    }
}

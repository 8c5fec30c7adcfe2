package dev.a2.store.sql.sqlite;

import dev.a2.store.SessionPage;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import dev.a2.store.kernel.RowStore;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.Signals;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows through one link, for tests that look at what goes over it. */
final class OneLinkRows implements RowStore {
    private final Link link;
    private final InstantSource clock;
    private final Map<String, SessionView> sessions = new HashMap<>();
    private final NewestId newestId = new NewestId();

    OneLinkRows(Link link, InstantSource clock) {
        this.link = link;
        this.clock = clock;
    }

    @Override
    public <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work) {
        link.query(Sql.TRANSACTION_BEGIN_WRITE).run();
        SessionView session = sessions.computeIfAbsent(sessionId, id -> SessionView.find(link, id, newestId));
        T result = work.apply(new SqlRows(link, session, "test", clock));
        link.query(Sql.TRANSACTION_COMMIT).run();
        return result;
    }

    @Override
    public <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work) {
        return work.apply(new SqlRows(link, SessionView.find(link, sessionId), "test", clock));
    }

    @Override
    public SessionPage sessions(@Nullable String from, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int workShards() {
        return 1;
    }

    @Override
    public TakeWorkResult takeWork(TakeWorkRequest request) {
        return new WorkMarks(link).take(request, clock.millis());
    }

    @Override
    public List<WorkMark> listWork(@Nullable String from, int limit) {
        return new WorkMarks(link).page(from, limit);
    }

    @Override
    public void connect(Signals signals) {}

    @Override
    public void close() {
        link.close();
    }
}

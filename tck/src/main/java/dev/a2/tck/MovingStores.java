package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.IdSource;
import dev.a2.store.ReclaimResult;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that moves all its sessions into another storage after so many calls, and goes on there. It waits while a
 * cleared session is not reclaimed, for what lies below a marker does not move. Presence stays behind for good.
 */
final class MovingStores implements AutoCloseable {
    private final StoreFixture fixture;
    private final StoreFixture.Storage before;
    private final StoreFixture.Storage after;
    private final int callsBefore;
    private final Set<Object> unreclaimed = new HashSet<>();
    private final List<SessionStore> opened = new ArrayList<>();

    private int calls;
    private @Nullable SessionStore current;
    private @Nullable SessionStore next;

    MovingStores(StoreFixture fixture, int callsBefore) {
        this.fixture = fixture;
        this.before = fixture.freshStorage();
        this.after = fixture.freshStorage();
        this.callsBefore = callsBefore;
    }

    SessionStore open(InstantSource clock, IdSource ids) {
        current = before.open(clock, ids);
        next = after.open(clock, ids);
        opened.add(current);
        opened.add(next);
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    if (calls++ >= callsBefore && next != null && unreclaimed.isEmpty()) {
                        moveAll(current, next);
                        current = next;
                        next = null;
                    }
                    try {
                        boolean presence = method.getName().contains("Presence");
                        Object result = method.invoke(presence ? opened.get(0) : current, arguments);
                        watch(result, arguments);
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void watch(@Nullable Object result, Object[] arguments) {
        if (result instanceof ClearResult clear && clear.clearIndex() > 1) {
            unreclaimed.add(((ClearRequest) arguments[0]).sessionId());
        } else if (result instanceof ReclaimResult reclaim && reclaim.done()) {
            unreclaimed.remove(arguments[0]);
        }
    }

    /** What moves at the end of everything is still the same there, and sound. */
    void moveOnceMore() {
        try (StoreFixture.Storage third = fixture.freshStorage();
                SessionStore last = third.open(new TestClock(), () -> "last")) {
            moveAll(current, last);
        }
    }

    private static void moveAll(@Nullable SessionStore from, @Nullable SessionStore to) {
        if (from == null || to == null) {
            throw new IllegalStateException("not opened");
        }
        for (SessionBounds session : from.sessions(null, 1_000).sessions()) {
            List<SessionPart> parts = Houses.export(from, session.sessionId());
            to.importSession(session.sessionId(), parts);
            assertThat(Houses.export(to, session.sessionId())).isEqualTo(parts);
            assertThat(to.verify(session.sessionId())).isEmpty();
        }
    }

    @Override
    public void close() {
        opened.forEach(SessionStore::close);
        before.close();
        after.close();
    }
}

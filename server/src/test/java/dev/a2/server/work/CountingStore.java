package dev.a2.server.work;

import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store whose calls are counted, and which cannot answer some of them for a while. */
final class CountingStore {
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private volatile String failing = "";
    private final SessionStore store;

    CountingStore(SessionStore real) {
        store = (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (self, method, args) -> {
                    calls.merge(method.getName(), 1, Integer::sum);
                    if (failing.equals(method.getName())) {
                        throw new StoreException(ErrorCode.STORE_UNAVAILABLE, "told to fail");
                    }
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    SessionStore store() {
        return store;
    }

    /** How often a method was called. */
    int calls(String method) {
        return calls.getOrDefault(method, 0);
    }

    /** This method fails until another does; the empty text: none. */
    void fail(String method) {
        failing = method;
    }
}

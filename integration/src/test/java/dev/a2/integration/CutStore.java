package dev.a2.integration;

import dev.a2.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Stores that a program uses until it is killed: before or after one of its calls. */
final class CutStore {
    /** The program's end. */
    static final class Cut extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final Map<String, Runnable> before = new HashMap<>();
    private int left;

    /** Ends after so many half calls: each has a before and an after. */
    CutStore(int left) {
        this.left = left;
    }

    /** Runs something once, before the next call of this method. */
    CutStore before(String method, Runnable action) {
        before.put(method, action);
        return this;
    }

    /** Whether it was never cut. */
    boolean isWhole() {
        return left > 0;
    }

    SessionStore of(SessionStore store) {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (proxy, method, arguments) -> {
                    Runnable action = before.remove(method.getName());
                    if (action != null) {
                        action.run();
                    }
                    step();
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        step();
                    }
                });
    }

    @SuppressWarnings("Finally") // what was cut says nothing of how the call ended
    private void step() {
        if (left <= 0 || --left == 0) {
            throw new Cut();
        }
    }
}

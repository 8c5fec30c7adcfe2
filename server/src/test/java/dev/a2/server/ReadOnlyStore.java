package dev.a2.server;

import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A store that can be read and not be appended to. */
final class ReadOnlyStore {
    SessionStore open() {
        SessionStore store = MemoryStore.open();
        return (SessionStore) Proxy.newProxyInstance(
                ReadOnlyStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("append")) {
                        throw new StoreException(ErrorCode.STORE_UNAVAILABLE, "the disk is full");
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}

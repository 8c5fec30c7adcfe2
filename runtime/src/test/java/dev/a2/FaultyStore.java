package dev.a2;

import dev.a2.store.ErrorCode;
import dev.a2.store.Loss;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store between a test and another store, which loses calls and answers as told, and keeps count. */
final class FaultyStore {
    private enum Fault {
        /** The call never arrives. */
        REFUSE,
        /** The call is carried out, and its answer lost. */
        LOSE_ANSWER
    }

    private record Rule(Fault fault, AtomicInteger times) {}

    /** Calls made, by name, in order. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    private final Map<String, Rule> rules = new ConcurrentHashMap<>();
    private final List<Consumer<Loss>> losses = new CopyOnWriteArrayList<>();
    private volatile boolean down;
    private final SessionStore real;

    FaultyStore(SessionStore real) {
        this.real = real;
    }

    /** What to open an A2 on. */
    SessionStore store() {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (proxy, method, args) -> method.getName().equals("subscribeLosses")
                        ? listenForLosses(args[0])
                        : call(method.getName(), () -> method.invoke(real, args)));
    }

    @SuppressWarnings("unchecked") // as the method says
    private Subscription listenForLosses(Object listener) {
        losses.add((Consumer<Loss>) listener);
        return () -> losses.remove(listener);
    }

    /** Events of a session turn out to be gone. */
    void loseHistory(String sessionId, long lastIndex) {
        losses.forEach(listener -> listener.accept(new Loss(sessionId, lastIndex, "lost by the test")));
    }

    /** The next calls of this name fail without effect. */
    void refuse(String method, int times) {
        rules.put(method, new Rule(Fault.REFUSE, new AtomicInteger(times)));
    }

    /** The next calls of this name take effect, but fail. */
    void loseAnswers(String method, int times) {
        rules.put(method, new Rule(Fault.LOSE_ANSWER, new AtomicInteger(times)));
    }

    /** No call arrives, or all do. */
    void down(boolean down) {
        this.down = down;
    }

    long count(String method) {
        return calls.stream().filter(method::equals).count();
    }

    private interface Call {
        @Nullable Object run() throws ReflectiveOperationException;
    }

    private @Nullable Object call(String name, Call call) throws Throwable {
        calls.add(name);
        Rule rule = rules.get(name);
        Fault fault = rule != null && rule.times().getAndDecrement() > 0 ? rule.fault() : null;
        if (down || fault == Fault.REFUSE) {
            throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, "refused by the test", null);
        }
        try {
            Object answer = call.run();
            if (fault == Fault.LOSE_ANSWER) {
                throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.UNKNOWN, "lost by the test", null);
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

package dev.a2.tck;

import dev.a2.store.SessionStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Remembers a test's last calls of a store, to tell them when it fails. Safe for many threads. */
final class Calls implements InvocationHandler {
    private static final int MOST = 12;
    private static final int LONGEST = 400;

    private final SessionStore store;
    private final Deque<Call> last = new ArrayDeque<>();

    /** One call; {@code result} is an exception when it failed. */
    private record Call(
            Method method,
            List<@Nullable Object> args,
            @Nullable Object result) {
        @Override
        public String toString() {
            String given = args.stream().map(String::valueOf).collect(Collectors.joining(", "));
            String call = cut(method.getName() + "(" + given + ")");
            if (result instanceof Throwable) {
                return call + " failed: " + cut(result.toString());
            }
            return method.getReturnType() == void.class ? call : call + " -> " + cut(String.valueOf(result));
        }

        private static String cut(String text) {
            return text.length() <= LONGEST
                    ? text
                    : text.substring(0, LONGEST) + "… (" + text.length() + " characters)";
        }
    }

    Calls(SessionStore store) {
        this.store = store;
    }

    /** The store, with each call remembered. */
    SessionStore remembered() {
        return (SessionStore)
                Proxy.newProxyInstance(Calls.class.getClassLoader(), new Class<?>[] {SessionStore.class}, this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
        List<@Nullable Object> given = args == null ? List.of() : Arrays.asList(args);
        try {
            Object result = method.invoke(store, args);
            remember(new Call(method, given, result));
            return result;
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            remember(new Call(method, given, cause));
            throw cause;
        }
    }

    private synchronized void remember(Call call) {
        last.addLast(call);
        if (last.size() > MOST) {
            last.removeFirst();
        }
    }

    /** The last calls, oldest first, a line each. */
    @Override
    public synchronized String toString() {
        return last.stream().map(call -> "  " + call).collect(Collectors.joining("\n"));
    }
}

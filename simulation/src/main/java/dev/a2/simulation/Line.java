package dev.a2.simulation;

import dev.a2.store.ErrorCode;
import dev.a2.store.PresencePatch;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process's way to the store: every call travels there, takes effect in one step, and its answer travels back; on both
 * ways others run, and faults strike.
 */
final class Line implements InvocationHandler {
    private static final Duration TRAVEL = Duration.ofMillis(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofSeconds(6);
    private static final Set<Fault> ON_CALLS = EnumSet.range(Fault.REFUSE, Fault.SLOW);
    private static final Set<Fault> ON_WAKEUPS = EnumSet.range(Fault.DROP_WAKEUP, Fault.INVENT_WAKEUP);

    private final SessionStore store;
    private final Life life;
    private final World world;

    private Line(SessionStore store, Life life, World world) {
        this.store = store;
        this.life = life;
        this.world = world;
    }

    static SessionStore to(SessionStore store, Life life, World world) {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, new Line(store, life, world));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        Object[] given = args == null ? new Object[0] : args;
        return switch (method.getName()) {
            case "subscribe" -> store.subscribe((String) given[0], weathered((Wakeups.Listener) given[1]));
            case "subscribeWork" -> store.subscribeWork(weathered((Runnable) given[0]));
            case "subscribePresence" -> subscribePresence(given);
            case "close", "subscribeLosses", "hashCode", "equals", "toString" -> apply(method, given);
            default -> call(method, given);
        };
    }

    // ---- calls

    private @Nullable Object call(Method method, Object[] args) throws Throwable {
        Set<Fault> faults = world.weather.strikes(ON_CALLS);
        travel(method, faults.contains(Fault.SLOW) ? SLOW : TRAVEL);
        if (faults.contains(Fault.REFUSE) || world.weather.isOut(world.fibers.nowNanos())) {
            world.trace.line(life, "refused " + method.getName());
            throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, "refused", null);
        }
        if (faults.contains(Fault.LOSE_REQUEST)) {
            throw timeout(method, "request lost");
        }
        if (faults.contains(Fault.LATE)) {
            Duration late = TIMEOUT.plus(world.weather.upTo(SLOW));
            world.fibers.start(world.outside, "late " + method.getName(), late, () -> quietly(method, args));
            throw timeout(method, "late");
        }
        if (faults.contains(Fault.TWICE)) {
            quietly(method, args);
        }
        if (faults.contains(Fault.LOSE_REPLY)) {
            quietly(method, args);
            throw timeout(method, "reply lost");
        }
        Object answer = applied(method, args);
        travel(method, TRAVEL);
        return answer;
    }

    private void travel(Method method, Duration most) {
        world.fibers.sleep(world.order.travel(life, method.getName(), most));
    }

    private StoreException timeout(Method method, String why) {
        world.fibers.sleep(TIMEOUT);
        world.trace.line(life, why + ": " + method.getName());
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.UNKNOWN, why, null);
    }

    /** An effect whose answer nobody hears. */
    private void quietly(Method method, Object[] args) {
        try {
            applied(method, args);
        } catch (StoreException e) {
            // It said no.
        } catch (Throwable e) {
            world.fibers.fail(e);
        }
    }

    private @Nullable Object applied(Method method, Object[] args) throws Throwable {
        try {
            Object answer = apply(method, args);
            world.applied(life, method.getName(), args, answer);
            return answer;
        } catch (StoreException e) {
            world.trace.line(life, method.getName(), Arrays.asList(args), "failed:", e.code());
            throw e;
        }
    }

    private @Nullable Object apply(Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(store, args);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    // ---- wake-ups

    private Wakeups.Listener weathered(Wakeups.Listener listener) {
        return new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                deliver(() -> listener.onWakeup(wakeup), listener::onGap);
            }

            @Override
            public void onGap() {
                deliver(listener::onGap, listener::onGap);
            }
        };
    }

    private Runnable weathered(Runnable listener) {
        return () -> deliver(listener, listener);
    }

    @SuppressWarnings("unchecked") // the method's own signature
    private Subscription subscribePresence(Object[] args) {
        Consumer<PresencePatch> listener = (Consumer<PresencePatch>) args[1];
        return store.subscribePresence((String) args[0], patch -> {
            Runnable telling = () -> listener.accept(patch);
            deliver(telling, telling);
        });
    }

    private void deliver(Runnable telling, Runnable inventing) {
        Set<Fault> faults = world.weather.strikes(ON_WAKEUPS);
        if (!faults.contains(Fault.DROP_WAKEUP)) {
            later(faults.contains(Fault.DELAY_WAKEUP) ? SLOW : TRAVEL, telling);
        }
        if (faults.contains(Fault.DOUBLE_WAKEUP)) {
            later(SLOW, telling);
        }
        if (faults.contains(Fault.INVENT_WAKEUP)) {
            later(SLOW, inventing);
        }
    }

    private void later(Duration most, Runnable telling) {
        world.fibers.start(life, "wake-up", world.weather.upTo(most), telling);
    }
}

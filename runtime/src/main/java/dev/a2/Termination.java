package dev.a2;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The end of a process in good order (RT-11): waits until the process is told to end, by SIGTERM or SIGINT or by {@link
 * System#exit}, and has it live on until this is closed. A second signal ends it at once. Open it first:
 *
 * <pre>{@code
 * try (Termination termination = Termination.ofProcess();
 *         SessionStore store = SqliteStore.open(file);
 *         A2<OrderEvent> a2 = A2.open(contract, store)) {
 *     termination.await();
 * }
 * }</pre>
 *
 * <p>Told to end, {@link #await} returns, the A2 lets its handlers finish and gives back what it holds, the store closes, and
 * the process ends.
 */
public final class Termination implements AutoCloseable {
    private static final List<String> SIGNALS = List.of("TERM", "INT");
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Platform platform = SystemPlatform.shared();
    private final Gate told = platform.newGate();
    private final Gate closed = platform.newGate();
    private final SystemPlatform.ExitHook hook;
    private volatile boolean isTold;
    private volatile boolean isClosed;

    private Termination() {
        hook = SystemPlatform.atExit("a2-termination", this::exiting);
        Signals.endAtTheSecond();
    }

    /** Begins to listen for the end of this process. */
    public static Termination ofProcess() {
        return new Termination();
    }

    /** Waits until the process is told to end, or the thread is interrupted. */
    public void await() throws InterruptedException {
        while (!isTold && !hook.isTooLate()) {
            told.await(LOOK);
        }
    }

    private void exiting() {
        isTold = true;
        told.open();
        while (!isClosed) {
            try {
                closed.await(LOOK);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** All is done: the process may end. */
    @Override
    public void close() {
        isClosed = true;
        closed.open();
        hook.remove();
    }

    /**
     * Signals count here because the JVM ignores all but the first. There is no standard way to listen to them, so this asks by
     * name for the one that every JDK has; without it a second signal does nothing.
     */
    private static final class Signals {
        private static final AtomicInteger COUNT = new AtomicInteger();

        static void endAtTheSecond() {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object counting = Proxy.newProxyInstance(
                        handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                end(128 + (int) signal.getMethod("getNumber").invoke(arguments[0]));
                            }
                            return null;
                        });
                for (String name : SIGNALS) {
                    signal.getMethod("handle", signal, handler)
                            .invoke(null, signal.getConstructor(String.class).newInstance(name), counting);
                }
            } catch (ReflectiveOperationException e) {
                System.getLogger(Termination.class.getName())
                        .log(System.Logger.Level.DEBUG, "signals are not to be counted here", e);
            }
        }

        private static void end(int exitCode) {
            if (COUNT.incrementAndGet() > 1) {
                Runtime.getRuntime().halt(exitCode);
            }
            System.exit(exitCode);
        }
    }
}

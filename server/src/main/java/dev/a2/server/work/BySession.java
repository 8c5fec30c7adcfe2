package dev.a2.server.work;

import dev.a2.server.wire.AttemptJson;
import dev.a2.store.AttemptRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/** Calls for the attempts of several sessions, side by side: what one of them takes does not add up. */
public final class BySession {
    private BySession() {}

    /**
     * The call's result for each session, in the order of their first attempts.
     *
     * @throws RuntimeException what the first failing call threw; the others may have succeeded
     */
    public static <T> Map<String, T> call(List<AttemptJson> attempts, BiFunction<String, List<AttemptRef>, T> call) {
        Map<String, List<AttemptRef>> sessions = new LinkedHashMap<>();
        attempts.forEach(attempt -> sessions.computeIfAbsent(attempt.sessionId(), id -> new ArrayList<>())
                .add(attempt.attempt()));
        Map<String, Future<T>> calls = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            sessions.forEach((session, refs) -> calls.put(session, threads.submit(() -> call.apply(session, refs))));
        }
        Map<String, T> results = new LinkedHashMap<>();
        calls.forEach((session, done) -> results.put(session, resultOf(done)));
        return results;
    }

    private static <T> T resultOf(Future<T> done) {
        try {
            return done.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

package dev.a2.server.metrics;

import dev.a2.A2Listener;
import dev.a2.store.AttemptRef;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a server counts and measures. Names and labels never hold what callers chose (sessions, events, tokens), so there is a
 * bounded number of them; consumers are those of the server's own contracts.
 */
public final class Metrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<RequestKind, Timer> requests = new ConcurrentHashMap<>();
    private final Map<String, Counter> attempts = new ConcurrentHashMap<>();
    private final Counter appended = counter("a2.events.appended", "events that came in by HTTP and are stored");
    private final Counter fed = counter("a2.feed.frames", "frames that went out on feeds");
    private final Counter fedBytes = counter("a2.feed.bytes", "bytes that went out on feeds");
    private final Counter cutOff =
            counter("a2.feed.cut.off", "feeds that were ended because their reader was too slow");
    private final Counter storeFailed = counter("a2.store.failures", "background calls to the store that failed");

    private record RequestKind(String method, String route, int status) {}

    /** Nothing was counted yet. */
    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /** Shows a number that is looked up whenever somebody asks. */
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /** All of it as Prometheus wants it. */
    public String scrape() {
        return registry.scrape();
    }

    /**
     * A request was answered.
     *
     * @param route the template of its path
     */
    public void answered(String method, String route, int status, long nanos) {
        requests.computeIfAbsent(new RequestKind(method, route, status), this::timer)
                .record(Duration.ofNanos(nanos));
    }

    private Timer timer(RequestKind kind) {
        return Timer.builder("a2.http.request")
                .description("requests, from when they are known to their answer; feeds until they begin")
                .tag("method", kind.method())
                .tag("route", kind.route())
                .tag("status", Integer.toString(kind.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** So many events were stored. */
    public void appended(int events) {
        appended.increment(events);
    }

    /** Something became of an attempt of a worker elsewhere; one of a few words says what. */
    public void attempted(String what) {
        attempts.computeIfAbsent(what, this::attempts).increment();
    }

    private Counter attempts(String what) {
        return Counter.builder("a2.worker.attempts")
                .description("what became of the attempts of workers elsewhere")
                .tag("what", what)
                .register(registry);
    }

    /** So much went out on a feed. */
    public void fed(int frames, int bytes) {
        fed.increment(frames);
        fedBytes.increment(bytes);
    }

    /** A reader was too slow. */
    public void cutOff() {
        cutOff.increment();
    }

    /** Hears the handlers that run here, and tells another listener, too. */
    public A2Listener listener(A2Listener other) {
        return new Handlers(other);
    }

    private final class Handlers implements A2Listener {
        private final A2Listener other;
        private final Map<Attempt, Long> running = new ConcurrentHashMap<>();

        private record Attempt(String sessionId, AttemptRef attempt) {}

        Handlers(A2Listener other) {
            this.other = other;
        }

        @Override
        public void attemptStarted(String sessionId, AttemptRef attempt) {
            running.put(new Attempt(sessionId, attempt), System.nanoTime());
            other.attemptStarted(sessionId, attempt);
        }

        @Override
        public void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
            Long started = running.remove(new Attempt(sessionId, attempt));
            Timer timer = Timer.builder("a2.handler")
                    .description("attempts of handlers, from their begin to their end")
                    .tag("consumer", attempt.consumer())
                    .tag("ending", ending.name().toLowerCase(Locale.ROOT))
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
            timer.record(Duration.ofNanos(started == null ? 0 : System.nanoTime() - started));
            other.attemptEnded(sessionId, attempt, ending);
        }

        @Override
        public void deadLettered(String sessionId, AttemptRef attempt, String error) {
            Counter.builder("a2.dead.letters")
                    .description("events that became dead letters here")
                    .tag("consumer", attempt.consumer())
                    .register(registry)
                    .increment();
            other.deadLettered(sessionId, attempt, error);
        }

        @Override
        public void storeFailed(String what, Throwable error) {
            storeFailed.increment();
            other.storeFailed(what, error);
        }
    }
}

package dev.a2;

import dev.a2.store.NewEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a contract's handlers on heads (RT-5, RT-6), and the reserved one of timers (RT-10). */
final class HandlerRunner<E> implements AttemptRunner {
    /** Timers hold no user code, so only workers that die at the wrong moment make them fail. */
    static final RetryPolicy TIMERS = RetryPolicy.defaults().maxFailures(100);

    private static final System.Logger LOG = System.getLogger(HandlerRunner.class.getName());

    private final A2<E> a2;
    private final Encoder<E> encoder;
    private final Map<String, ConsumerDefinition<E>> definitions = new LinkedHashMap<>();

    HandlerRunner(A2<E> a2, Encoder<E> encoder) {
        this.a2 = a2;
        this.encoder = encoder;
        a2.contract().consumers().forEach(definition -> definitions.put(definition.name(), definition));
    }

    @Override
    public Verdict run(Attempt attempt) {
        try {
            ConsumerDefinition<E> definition = definitions.get(attempt.ref.consumer());
            return definition == null ? fire(attempt) : handle(attempt, definition);
        } catch (UnknownEventException e) {
            LOG.log(System.Logger.Level.WARNING, e.getMessage());
            return new Verdict.GiveBack(true);
        } catch (Throwable e) {
            return failed(attempt, e);
        }
    }

    private Verdict handle(Attempt attempt, ConsumerDefinition<E> definition) throws Exception {
        AttemptContext<E> context = new AttemptContext<>(a2, attempt);
        try {
            List<NewEvent> events = new ArrayList<>();
            for (E event : call(attempt, definition, context)) {
                events.add(encoder.event(returnedId(attempt, events.size()), event));
            }
            for (AttemptContext.Timer<E> timer : context.timers()) {
                events.add(encoder.timer(returnedId(attempt, events.size()), timer.event(), timer.due()));
            }
            return new Verdict.Complete(events);
        } catch (Throwable e) {
            context.pinStates();
            throw e;
        }
    }

    private List<? extends E> call(Attempt attempt, ConsumerDefinition<E> definition, AttemptContext<E> context)
            throws Exception {
        if (definition.raw() != null) {
            definition.raw().handle(attempt.head.event(), context);
            return List.of();
        }
        E event = encoder.decode(attempt.head.event())
                .map(Recorded::event)
                .orElseThrow(() -> unknown(attempt, attempt.head.event().type()));
        Handler<E, ? extends E> handler = definition.handlers().get(event.getClass());
        if (handler == null) {
            throw unknown(attempt, attempt.head.event().type());
        }
        return call(handler, event, context);
    }

    /** The table maps each class to a handler of it, so the cast holds. */
    @SuppressWarnings("unchecked")
    private static <E, T extends E> List<? extends E> call(Handler<E, T> handler, E event, HandlerContext<E> context)
            throws Exception {
        return handler.handle((T) event, context);
    }

    /** A timer is due: what it holds follows from it. */
    private Verdict fire(Attempt attempt) {
        Timers.Scheduled scheduled = Timers.unwrap(attempt.head.event().payload());
        if (!encoder.knows(scheduled.type())) {
            throw unknown(attempt, scheduled.type());
        }
        return new Verdict.Complete(
                List.of(encoder.raw(returnedId(attempt, 0), scheduled.type(), scheduled.payload())));
    }

    private static UnknownEventException unknown(Attempt attempt, String type) {
        return new UnknownEventException(attempt.ref.consumer(), attempt.head.event(), type);
    }

    private static String returnedId(Attempt attempt, int position) {
        return DerivedIds.returned(attempt.head, position);
    }

    @Override
    public Verdict.Fail failed(Attempt attempt, Throwable error) {
        RetryPolicy policy = policy(attempt.ref.consumer());
        int failures = attempt.head.dispatch().failureCount() + 1;
        return new Verdict.Fail(
                ErrorText.of(error),
                policy.retries(error) ? policy.maxFailures() : 1,
                policy.waitAfter(failures, a2.options().platform().random()));
    }

    private RetryPolicy policy(String consumer) {
        ConsumerDefinition<E> definition = definitions.get(consumer);
        return definition == null ? TIMERS : definition.retry();
    }

    @Override
    public @Nullable Duration timeLimit(String consumer) {
        ConsumerDefinition<E> definition = definitions.get(consumer);
        return definition == null ? null : definition.timeLimit();
    }

    @Override
    public Set<String> consumersOf(Verdict.Complete verdict) {
        return encoder.consumersOf(verdict.events());
    }
}

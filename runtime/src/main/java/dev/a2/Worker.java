package dev.a2;

import dev.a2.store.ServedConsumer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The part of an A2 that runs handlers: finds work, dispatches it, and stops. */
final class Worker {
    private final A2Options options;
    private final Dispatcher dispatcher;
    private final WorkPoller poller;
    private final Sweeper sweeper;

    <E> Worker(A2<E> a2, Observer observer) {
        this.options = a2.options();
        Contract<E> contract = a2.contract();
        Dispatcher.Setting setting = new Dispatcher.Setting(
                a2.store(),
                options.platform(),
                observer,
                options.worker() + "-" + options.platform().ids().next(),
                contract.served(),
                options.claimTtl(),
                options.pollInterval(),
                options.concurrency());
        List<ConsumerSlots> slots = slots(contract, options.concurrency());
        dispatcher = new Dispatcher(setting, new HandlerRunner<>(a2, a2.encoder()), slots);
        poller = new WorkPoller(
                dispatcher, Objects.requireNonNull(contract.served().names()), options);
        sweeper = new Sweeper(dispatcher, contract.served().logs(), a2.reclaimer(), options.sweepInterval());
    }

    private static <E> List<ConsumerSlots> slots(Contract<E> contract, Concurrency concurrency) {
        Map<String, ConsumerDefinition<E>> definitions = new LinkedHashMap<>();
        contract.consumers().forEach(definition -> definitions.put(definition.name(), definition));
        List<ConsumerSlots> slots = new ArrayList<>();
        for (ServedConsumer served : Objects.requireNonNull(contract.served().list())) {
            ConsumerDefinition<E> definition = definitions.get(served.name());
            RetryPolicy retry = definition == null ? HandlerRunner.TIMERS : definition.retry();
            Integer limit = definition == null ? null : definition.concurrency();
            slots.add(
                    new ConsumerSlots(served, retry.maxFailures(), limit == null ? concurrency.perConsumer() : limit));
        }
        return slots;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    void start() {
        poller.start();
        if (!options.sweepInterval().isZero()) {
            sweeper.start();
        }
    }

    void close() {
        poller.close();
        sweeper.close();
        dispatcher.close(options.shutdownGrace());
    }
}

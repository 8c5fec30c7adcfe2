package dev.a2;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.Event;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Appends, patiently, and sees to it that the work which follows is begun: what can start here at once is claimed by the append
 * itself (APP-17), the rest the dispatcher is told of.
 */
final class Appender {
    private final Encoder<?> encoder;
    private final Dispatcher dispatcher;
    private final Patience patience;

    Appender(Encoder<?> encoder, Dispatcher dispatcher, Patience patience) {
        this.encoder = encoder;
        this.dispatcher = dispatcher;
        this.patience = patience;
    }

    /** The events as stored. Each must have an id. */
    List<Event> append(AppendRequest request) {
        Set<String> consumers = encoder.consumersOf(request.events());
        Arrival arrival = dispatcher.expect(request.sessionId(), encoder.headsOf(request.events()));
        if (arrival == null) {
            List<Event> stored =
                    patience.call(() -> dispatcher.store().append(request)).events();
            dispatcher.hint(request.sessionId(), consumers);
            return stored;
        }
        AppendRequest claiming = request.claimNew(dispatcher.claimNew());
        AtomicBoolean doubtful = new AtomicBoolean();
        AppendResult result;
        try {
            result = patience.call(() -> attempt(claiming, doubtful));
        } catch (Throwable e) {
            dispatcher.arrived(arrival, List.of(), doubtful.get() ? consumers : Set.of(), true);
            throw e;
        }
        boolean all = result.claimed().size() == arrival.slots().size();
        dispatcher.arrived(arrival, result.claimed(), all ? Set.of() : consumers, doubtful.get());
        return result.events();
    }

    /** One try. If its answer is lost, it may have claimed heads. */
    private AppendResult attempt(AppendRequest request, AtomicBoolean doubtful) {
        try {
            return dispatcher.store().append(request);
        } catch (StoreException e) {
            if (e.effect() != Effect.NOT_APPLIED) {
                doubtful.set(true);
            }
            throw e;
        } catch (Throwable e) {
            doubtful.set(true);
            throw e;
        }
    }
}

package dev.a2;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.SessionBounds;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One session: its log, its states, its live feed and its work (RT-14). A handle without state of its own; get one from
 * {@link A2#session} whenever you need it.
 *
 * <p>Calls that may be repeated are repeated while the store is unavailable, for as long as {@link A2Options#patience}
 * says; appends are among them, for every event gets an id here. Then they fail with a {@link
 * dev.a2.store.StoreException}, which says what to do.
 *
 * @param <E> the contract's events
 */
public final class Session<E> {
    private final A2<E> a2;
    private final String id;

    Session(A2<E> a2, String id) {
        this.a2 = a2;
        this.id = id;
    }

    /** Its name. */
    public String id() {
        return id;
    }

    // ---- append

    /** Appends an event. */
    public <T extends E> Recorded<T> append(T event) {
        return append(List.of(event)).get(0);
    }

    /** Appends an event under an id: once, however often it is called in a lifetime (APP-3). */
    public <T extends E> Recorded<T> append(String eventId, T event) {
        return new Recorded<>(
                event, append(Batch.<E>empty().and(eventId, event)).get(0));
    }

    /** Appends events together: all or none, at consecutive indexes. */
    public <T extends E> List<Recorded<T>> append(List<T> events) {
        Batch<E> batch = Batch.empty();
        for (T event : events) {
            batch = batch.and(event);
        }
        return Encoder.recorded(events, append(batch));
    }

    /**
     * Appends events together, typed or raw, with ids and on conditions.
     *
     * @throws dev.a2.store.StoreException CONFLICT when the batch was made conditional and the session has moved on
     *     (RT-16)
     */
    public List<Event> append(Batch<E> batch) {
        return a2.append(request(batch));
    }

    /**
     * What {@link #append(Batch)} asks of the store, for a store that can append within a transaction of the application's.
     * Sent twice it counts once: its events have ids.
     */
    public AppendRequest request(Batch<E> batch) {
        return request(batch.entries().stream().map(this::encode).toList()).ifLastIndex(batch.ifLastIndex());
    }

    private AppendRequest request(List<NewEvent> events) {
        return AppendRequest.of(id, events).serving(a2.encoder().served());
    }

    private NewEvent encode(Batch.Entry<E> entry) {
        return switch (entry) {
            case Batch.Entry.Typed<E> typed -> a2.encoder().event(named(typed.id()), typed.event());
            case Batch.Entry.Raw<E> raw -> a2.encoder().raw(named(raw.id()), raw.type(), raw.payload());
        };
    }

    /** An event without id could not be appended again when the answer is lost. */
    private String named(@Nullable String eventId) {
        return eventId == null ? a2.options().platform().ids().next() : eventId;
    }

    /** Appends an event of any type; if the contract knows it, its consumers get it. */
    public Event appendRaw(String type, Json payload) {
        return append(Batch.<E>empty().andRaw(null, type, payload)).get(0);
    }

    /** Appends an event of any type under an id: once, however often it is called in a lifetime (APP-3). */
    public Event appendRaw(String eventId, String type, Json payload) {
        return append(Batch.<E>empty().andRaw(eventId, type, payload)).get(0);
    }

    // ---- timers

    /** Has an event appended at a time (or soon after), exactly once, unless the session is cleared first (RT-10). */
    public Event schedule(E event, Instant at) {
        return schedule(null, event, Timers.at(at));
    }

    /** Has an event appended after a delay by the store's clock. */
    public Event schedule(E event, Duration delay) {
        return schedule(null, event, Timers.after(delay));
    }

    /** As {@link #schedule(Object, Instant)}, once however often it is called with this id in a lifetime. */
    public Event schedule(String timerId, E event, Instant at) {
        return schedule(timerId, event, Timers.at(at));
    }

    /** As {@link #schedule(Object, Duration)}, once however often it is called with this id in a lifetime. */
    public Event schedule(String timerId, E event, Duration delay) {
        return schedule(timerId, event, Timers.after(delay));
    }

    private Event schedule(@Nullable String timerId, E event, When due) {
        return a2.append(request(List.of(a2.encoder().timer(named(timerId), event, due))))
                .get(0);
    }

    // ---- read

    /** A reducer's state as of now; everything that was appended before the call is in it. */
    public <S> S state(Reducer<E, S> reducer) {
        a2.contract().requireReducer(reducer);
        return a2.states().read(id, reducer, StateCache.ANYBODY, null).state();
    }

    /** A reducer's state as of an index, that event included; its initial state if a clear came after it. */
    public <S> S state(Reducer<E, S> reducer, long asOfIndex) {
        a2.contract().requireReducer(reducer);
        return a2.states().read(id, reducer, "as of", asOfIndex).state();
    }

    /** The newest index and the latest clear marker. */
    public SessionBounds bounds() {
        return a2.patience().call(() -> a2.store().bounds(id));
    }

    /**
     * The events of the contract so far, read page by page as the stream is used. A clear meanwhile ends the stream with
     * SESSION_CLEARED.
     */
    public Stream<Recorded<E>> history() {
        return history(0);
    }

    /** The events of the contract after an index, read page by page as the stream is used. */
    public Stream<Recorded<E>> history(long afterIndex) {
        return rawHistory(afterIndex).map(a2.encoder()::decode).flatMap(Optional::stream);
    }

    /** All stored events after an index as they are, with causes, read page by page as the stream is used. */
    public Stream<Event> rawHistory(long afterIndex) {
        return History.of(a2.store(), a2.patience(), id, afterIndex);
    }

    /** The events of the contract after an index, live. */
    public Feed<Recorded<E>> feed(long afterIndex) {
        return new SessionFeed<>(a2.feeds(), id, afterIndex, a2.encoder()::decode);
    }

    /** All stored events after an index as they are, live, clear markers included. */
    public Feed<Event> rawFeed(long afterIndex) {
        return new SessionFeed<>(a2.feeds(), id, afterIndex, Optional::of);
    }

    // ---- work

    /**
     * Waits until nothing that this contract serves is left to do: no event unhandled, unless it is a dead letter or
     * waits behind one, and no timer due.
     */
    public Settlement settle(Duration limit) {
        boolean settled = new Settling(a2, id).await(limit);
        return new Settlement(settled, deadLetters());
    }

    /** Where all consumers stand. */
    public List<Cursor> cursors() {
        return a2.patience().call(() -> a2.store().cursors(id));
    }

    /** What failed for good. */
    public List<DeadLetter> deadLetters() {
        return a2.patience().call(() -> a2.store().deadLetters(id)).stream()
                .map(DeadLetter::of)
                .toList();
    }

    /** Has a dead letter tried again, with a fresh count of failures; whether there was such a dead letter. */
    public boolean retry(String consumer, long index) {
        return redrive(consumer, index, RedriveRequest.Action.RETRY);
    }

    /** Counts a dead letter as done; whether there was such a dead letter. */
    public boolean skip(String consumer, long index) {
        return redrive(consumer, index, RedriveRequest.Action.SKIP);
    }

    private boolean redrive(String consumer, long index, RedriveRequest.Action action) {
        boolean redriven = a2.store()
                .redrive(new RedriveRequest(
                        id, consumer, index, action, a2.encoder().served()))
                .redriven();
        a2.hint(id, Set.of(consumer));
        return redriven;
    }

    // ---- clear

    /** Starts a new lifetime: everything so far is gone for all readers at once, and is deleted in the background. */
    public void clear() {
        clear(ClearRequest.of(id));
    }

    /** As {@link #clear()}, if this is the newest index; whether it was. */
    public boolean clearIf(long lastIndex) {
        return clear(new ClearRequest(id, lastIndex, null));
    }

    private boolean clear(ClearRequest request) {
        ClearResult result = a2.patience().call(() -> a2.store().clear(request));
        if (result.cleared()) {
            a2.reclaimer().start(id);
            Dispatcher dispatcher = a2.dispatcher();
            if (dispatcher != null) {
                dispatcher.checkClaims(id);
            }
        }
        return result.cleared();
    }

    /** Who is here. */
    public SessionPresence presence() {
        return new SessionPresence(
                a2.store(), id, a2.options().codec(), a2.options().platform().clock());
    }
}

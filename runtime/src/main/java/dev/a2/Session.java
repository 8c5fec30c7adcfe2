package dev.a2;

import dev.a2.codec.Json;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * One session: its log, its states, its live feed and its work (RT-14). A handle without state of its own; get one from
 * {@link A2#session} whenever you need it.
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

    /** Appends an event. */
    public <T extends E> Recorded<T> append(T event) {
        return a2.notYet();
    }

    /** Appends an event under an id: once, however often it is called in a lifetime (APP-3). */
    public <T extends E> Recorded<T> append(String eventId, T event) {
        return a2.notYet();
    }

    /** Appends events together: all or none, at consecutive indexes. */
    public <T extends E> List<Recorded<T>> append(List<T> events) {
        return a2.notYet();
    }

    /**
     * Appends events together, typed or raw, with ids and on conditions.
     *
     * @throws dev.a2.store.StoreException CONFLICT when the batch was made conditional and the session has moved on
     *     (RT-16)
     */
    public List<Event> append(Batch<E> batch) {
        return a2.notYet();
    }

    /** Appends an event of any type; if the contract knows it, its consumers get it. */
    public Event appendRaw(String type, Json payload) {
        return a2.notYet();
    }

    /** Has an event appended at a time (or soon after), exactly once, unless the session is cleared first (RT-10). */
    public Event schedule(E event, Instant at) {
        return a2.notYet();
    }

    /** Has an event appended after a delay by the store's clock. */
    public Event schedule(E event, Duration delay) {
        return a2.notYet();
    }

    /** As {@link #schedule(Object, Instant)}, once however often it is called with this id in a lifetime. */
    public Event schedule(String timerId, E event, Instant at) {
        return a2.notYet();
    }

    /** As {@link #schedule(Object, Duration)}, once however often it is called with this id in a lifetime. */
    public Event schedule(String timerId, E event, Duration delay) {
        return a2.notYet();
    }

    /** A reducer's state as of now; everything that was appended before the call is in it. */
    public <S> S state(Reducer<E, S> reducer) {
        return a2.notYet();
    }

    /** A reducer's state as of an index, that event included. */
    public <S> S state(Reducer<E, S> reducer, long asOfIndex) {
        return a2.notYet();
    }

    /** The newest index and the latest clear marker. */
    public SessionBounds bounds() {
        return a2.notYet();
    }

    /** The events of the contract so far, read page by page as the stream is used. */
    public Stream<Recorded<E>> history() {
        return history(0);
    }

    /** The events of the contract after an index, read page by page as the stream is used. */
    public Stream<Recorded<E>> history(long afterIndex) {
        return a2.notYet();
    }

    /** All stored events after an index as they are, with causes, read page by page as the stream is used. */
    public Stream<Event> rawHistory(long afterIndex) {
        return a2.notYet();
    }

    /** The events of the contract after an index, live. */
    public Feed<Recorded<E>> feed(long afterIndex) {
        return a2.notYet();
    }

    /** All stored events after an index as they are, live, clear markers included. */
    public Feed<Event> rawFeed(long afterIndex) {
        return a2.notYet();
    }

    /**
     * Waits until nothing that this contract serves is left to do: no event unhandled, unless it is a dead letter or
     * waits behind one, and no timer due.
     */
    public Settlement settle(Duration limit) {
        return a2.notYet();
    }

    /** Where all consumers stand. */
    public List<Cursor> cursors() {
        return a2.notYet();
    }

    /** What failed for good. */
    public List<DeadLetter> deadLetters() {
        return a2.notYet();
    }

    /** Has a dead letter tried again, with a fresh count of failures; whether there was such a dead letter. */
    public boolean retry(String consumer, long index) {
        return a2.notYet();
    }

    /** Counts a dead letter as done; whether there was such a dead letter. */
    public boolean skip(String consumer, long index) {
        return a2.notYet();
    }

    /** Starts a new lifetime: everything so far is gone for all readers at once, and is deleted in the background. */
    public void clear() {
        a2.notYet();
    }

    /** As {@link #clear()}, if this is the newest index; whether it was. */
    public boolean clearIf(long lastIndex) {
        return a2.notYet();
    }

    /** Who is here. */
    public SessionPresence presence() {
        return a2.notYet();
    }
}

package dev.a2.testkit;

import dev.a2.DeadLetter;
import dev.a2.Recorded;
import dev.a2.Reducer;
import dev.a2.Session;
import dev.a2.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What a test expects of a session. Each check throws an {@link AssertionError} that says what is there instead.
 *
 * @param <E> the contract's events
 */
public final class SessionExpectations<E> {
    private final Session<E> session;

    SessionExpectations(Session<E> session) {
        this.session = session;
    }

    private List<E> all() {
        return session.history().map(Recorded::event).toList();
    }

    /** Exactly these events, in this order. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final SessionExpectations<E> events(E... expected) {
        List<E> all = all();
        check(
                all.equals(List.of(expected)),
                "to have the events" + lines(List.of(expected)) + "\nbut it has" + lines(all));
        return this;
    }

    /** These events in this order, with any others before, between and after. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final SessionExpectations<E> eventsInclude(E... expected) {
        List<E> all = all();
        int from = 0;
        for (E event : expected) {
            int found = all.subList(from, all.size()).indexOf(event);
            check(found >= 0, "to have in this order" + lines(List.of(expected)) + "\nbut it has" + lines(all));
            from += found + 1;
        }
        return this;
    }

    /** So many events of a type. */
    public SessionExpectations<E> count(Class<? extends E> type, int expected) {
        List<E> all = all();
        long found = all.stream().filter(type::isInstance).count();
        check(
                found == expected,
                "to have " + expected + " events of type " + type.getSimpleName() + ", but there are " + found + " in"
                        + lines(all));
        return this;
    }

    /** No events at all. */
    public SessionExpectations<E> noEvents() {
        List<E> all = all();
        check(all.isEmpty(), "to have no events, but it has" + lines(all));
        return this;
    }

    /** This state. */
    public <S> SessionExpectations<E> state(Reducer<E, S> reducer, S expected) {
        S state = session.state(reducer);
        check(
                Objects.equals(state, expected),
                "to have the state " + reducer.name() + "\n  " + expected + "\nbut it is\n  " + state);
        return this;
    }

    /** A state like this. */
    public <S> SessionExpectations<E> stateMatches(Reducer<E, S> reducer, Predicate<? super S> expected) {
        S state = session.state(reducer);
        check(expected.test(state), "to have another state " + reducer.name() + " than\n  " + state);
        return this;
    }

    /** No dead letters. */
    public SessionExpectations<E> noDeadLetters() {
        List<DeadLetter> letters = session.deadLetters();
        check(letters.isEmpty(), "to have no dead letters, but it has" + letters(letters));
        return this;
    }

    /** A dead letter of this consumer at this index, whose error says this somewhere. */
    public SessionExpectations<E> deadLetter(String consumer, long index, String error) {
        List<DeadLetter> letters = session.deadLetters();
        check(
                letters.stream()
                        .anyMatch(letter -> letter.consumer().equals(consumer)
                                && letter.index() == index
                                && letter.error() != null
                                && letter.error().contains(error)),
                "to have a dead letter of consumer " + consumer + " at index " + index + " that says \"" + error
                        + "\", but it has" + letters(letters));
        return this;
    }

    /** Nothing is left to do now, and nothing failed for good; timers may be waiting for their time. */
    public SessionExpectations<E> settled() {
        Settlement settlement = session.settle(Duration.ZERO);
        check(settlement.settled(), "to be settled, but somebody still has work:" + lines(session.cursors()));
        return noDeadLetters();
    }

    private void check(boolean holds, String expectation) {
        if (!holds) {
            throw new AssertionError("expected session " + session.id() + " " + expectation);
        }
    }

    private static String lines(List<?> items) {
        return items.isEmpty()
                ? "\n  nothing"
                : items.stream().map(item -> "\n  " + item).reduce("", String::concat);
    }

    private static String letters(List<DeadLetter> letters) {
        return lines(letters.stream()
                .map(letter -> letter.consumer() + " at index " + letter.index() + ": " + letter.error())
                .toList());
    }
}

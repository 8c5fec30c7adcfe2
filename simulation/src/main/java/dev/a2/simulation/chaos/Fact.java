package dev.a2.simulation.chaos;

import dev.a2.A2Listener.Ending;
import dev.a2.store.AttemptRef;
import org.jspecify.annotations.Nullable;

/** What somebody wrote down: words in a line, none of which holds a space. */
sealed interface Fact {
    /** A worker is about to append so many events, numbered from {@code first}. */
    record Asking(String session, int first, int count) implements Fact {}

    /** The append was acknowledged: {@code first} stands at this index. */
    record Told(String session, int first, long index) implements Fact {}

    /** A handler begins. */
    record Began(String session, AttemptRef attempt) implements Fact {}

    /** A handler's user code is at its end; the store is not told yet. */
    record Left(String session, AttemptRef attempt) implements Fact {}

    /** The store's word on an attempt. */
    record Ended(String session, AttemptRef attempt, Ending ending) implements Fact {}

    /** A feed begins behind this index. */
    record Follows(String session, long after) implements Fact {}

    /** A feed yielded an event. */
    record Saw(String session, long index, String id) implements Fact {}

    /** A worker is about to redrive a dead letter. */
    record Redriving(String session, String consumer, long index) implements Fact {}

    /** A worker is about to tell that it is present. */
    record Announcing(String session) implements Fact {}

    /** Somebody was present when somebody looked, at this time or later. */
    record Noticed(String session, String participant, long sinceMs) implements Fact {}

    /** What became of a process, as it or its tormentor wrote it down. */
    record Life(Stage stage) implements Fact {}

    /** Stages of a process's or a server's life. */
    enum Stage {
        /** It works. */
        READY,
        /** It is about to be killed. */
        KILLED,
        /** It stands still. */
        PAUSED,
        /** It goes on. */
        CONTINUED,
        /** It is told to end. */
        TERMINATED,
        /** It ended in good order. */
        STOPPED
    }

    /** The line. */
    default String words() {
        return switch (this) {
            case Asking(String session, int first, int count) -> "asking " + session + " " + first + " " + count;
            case Told(String session, int first, long index) -> "told " + session + " " + first + " " + index;
            case Began(String session, AttemptRef attempt) -> "began " + session + " " + words(attempt);
            case Left(String session, AttemptRef attempt) -> "left " + session + " " + words(attempt);
            case Ended(String session, AttemptRef attempt, Ending ending) ->
                "ended " + session + " " + words(attempt) + " " + ending;
            case Follows(String session, long after) -> "follows " + session + " " + after;
            case Saw(String session, long index, String id) -> "saw " + session + " " + index + " " + id;
            case Redriving(String session, String consumer, long index) ->
                "redriving " + session + " " + consumer + " " + index;
            case Announcing(String session) -> "announcing " + session;
            case Noticed(String session, String participant, long sinceMs) ->
                "noticed " + session + " " + participant + " " + sinceMs;
            case Life(Stage stage) -> "life " + stage;
        };
    }

    /** What the words of a line say. */
    static Fact of(String... words) {
        return switch (words[0]) {
            case "asking" -> new Asking(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            case "told" -> new Told(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]));
            case "began" -> new Began(words[1], attempt(words));
            case "left" -> new Left(words[1], attempt(words));
            case "ended" -> new Ended(words[1], attempt(words), Ending.valueOf(words[6]));
            case "follows" -> new Follows(words[1], Long.parseLong(words[2]));
            case "saw" -> new Saw(words[1], Long.parseLong(words[2]), words[3]);
            case "redriving" -> new Redriving(words[1], words[2], Long.parseLong(words[3]));
            case "announcing" -> new Announcing(words[1]);
            case "noticed" -> new Noticed(words[1], words[2], Long.parseLong(words[3]));
            case "life" -> new Life(Stage.valueOf(words[1]));
            default -> throw new IllegalArgumentException("no fact: " + String.join(" ", words));
        };
    }

    private static String words(AttemptRef attempt) {
        String lane = attempt.lane() == null ? "-" : "=" + attempt.lane();
        return attempt.consumer() + " " + lane + " " + attempt.index() + " " + attempt.attempt();
    }

    private static AttemptRef attempt(String... words) {
        @Nullable String lane = words[3].equals("-") ? null : words[3].substring(1);
        return new AttemptRef(words[2], lane, Long.parseLong(words[4]), Integer.parseInt(words[5]));
    }
}

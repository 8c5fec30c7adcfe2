package dev.a2.integration;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ways in which user code can end badly, and what must be said of each. */
@SuppressWarnings({
    "OverrideThrowableToString",
    "ReturnsNullToString",
    "ToStringReturnsNull",
    "UnsynchronizedOverridesSynchronized"
}) // that is what is wrong with them
enum Sickness {
    CHECKED(
            () -> new IOException("the disk is on fire"),
            "java.io.IOException: the disk is on fire",
            "at dev.a2.integration.Sick"),
    UNCHECKED(
            () -> new IllegalStateException("no"), "java.lang.IllegalStateException: no", "at dev.a2.integration.Sick"),
    FAULT(() -> new AssertionError("wrong"), "java.lang.AssertionError: wrong", "at dev.a2.integration.Sick"),
    LINKAGE(
            () -> new NoClassDefFoundError("gone"),
            "java.lang.NoClassDefFoundError: gone",
            "at dev.a2.integration.Sick"),
    MEMORY(
            () -> new OutOfMemoryError("none left"),
            "java.lang.OutOfMemoryError: none left",
            "at dev.a2.integration.Sick"),
    DEPTH(Sickness::recurse, "java.lang.StackOverflowError", "at dev.a2.integration.Sick"),
    MACHINE(
            () -> new InternalError("the machine"),
            "java.lang.InternalError: the machine",
            "at dev.a2.integration.Sick"),
    INTERRUPT(Sickness::interrupt, "java.lang.InterruptedException: why not", "at dev.a2.integration.Sick"),
    NEITHER(() -> new Throwable("neither"), "java.lang.Throwable: neither", "at dev.a2.integration.Sick"),
    WITHOUT_MESSAGE(
            () -> new RuntimeException((String) null), "java.lang.RuntimeException", "at dev.a2.integration.Sick"),
    WITH_CAUSES(
            () -> new IllegalStateException("outer", new IOException("inner")),
            "java.lang.IllegalStateException: outer",
            "caused by java.io.IOException: inner"),
    CIRCLE(Sickness::circle, "java.lang.IllegalStateException: first", "caused by java.io.IOException: second"),
    HUGE(() -> new IllegalStateException("x".repeat(5_000_000)), "java.lang.IllegalStateException: xxx", "xxx"),
    BIG_CAUSE(
            () -> new IllegalStateException("outer", new IOException("y".repeat(5_000_000))),
            "java.lang.IllegalStateException: outer",
            "caused by java.io.IOException: yyy"),
    ODD_LETTERS(
            () -> new IllegalStateException("a\0b\ud83d c\udca9 \ud83d\udca9"),
            "java.lang.IllegalStateException: a",
            "\ud83d\udca9"),
    SPLIT_LETTER(
            () -> new IllegalStateException("\ud83d\udca9".repeat(9_000)), "java.lang.IllegalStateException", "at"),
    SPLIT_ODDLY(() -> new IllegalStateException(" " + "\ud83d\udca9".repeat(9_000)), "java.lang.Illegal", "at"),
    NO_MESSAGE_TO_BE_HAD(MuteException::new, "dev.a2.integration.Sickness$MuteException", "at dev.a2.integration.Sick"),
    NO_TEXT_TO_BE_HAD(
            NamelessException::new, "dev.a2.integration.Sickness$NamelessException", "at dev.a2.integration.Sick"),
    NULL_TEXT(NullException::new, "dev.a2.integration.Sickness$NullException", "Sick"),
    NO_CAUSE_TO_BE_HAD(
            RootlessException::new,
            "dev.a2.integration.Sickness$RootlessException: rootless",
            "at dev.a2.integration.Sick"),
    NO_FRAMES_TO_BE_HAD(
            TracelessException::new, "dev.a2.integration.Sickness$TracelessException: traceless", "traceless"),
    SICK_CAUSE(
            () -> new IllegalStateException("outer", new MuteException()),
            "java.lang.IllegalStateException: outer",
            "caused by dev.a2.integration.Sickness$MuteException");

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Supplier<Throwable> made;

    private final String firstWords;
    private final String says;

    Sickness(Supplier<Throwable> made, String firstWords, String says) {
        this.made = made;
        this.firstWords = firstWords;
        this.says = says;
    }

    /** How its error text begins, and something that it holds. */
    List<String> words() {
        return List.of(firstWords, says);
    }

    void strike() {
        Sickness.<RuntimeException>sneak(made.get());
    }

    /** Throws what nobody declared. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is the trick
    private static <T extends Throwable> void sneak(Throwable error) throws T {
        throw (T) error;
    }

    private static Throwable recurse() {
        return new AssertionError("it ends at " + deeper(1));
    }

    private static int deeper(int n) {
        return n == Integer.MIN_VALUE ? 0 : n + deeper(n + 1);
    }

    private static Throwable interrupt() {
        Thread.currentThread().interrupt();
        return new InterruptedException("why not");
    }

    private static Throwable circle() {
        Exception first = new IllegalStateException("first");
        first.initCause(new IOException("second", first));
        return first;
    }

    private static final class MuteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("sick");
        }
    }

    private static final class NamelessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new StackOverflowError("sicker");
        }
    }

    private static final class NullException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("NullAway") // on purpose
        public @Nullable String toString() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // on purpose
        public StackTraceElement @Nullable [] getStackTrace() {
            return null;
        }
    }

    private static final class RootlessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RootlessException() {
            super("rootless");
        }

        @Override
        public Throwable getCause() {
            throw new IllegalStateException("sick");
        }
    }

    private static final class TracelessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TracelessException() {
            super("traceless");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("sick");
        }
    }
}

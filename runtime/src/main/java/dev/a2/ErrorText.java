package dev.a2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a failed attempt leaves behind of its error: class, message and top frames, of its causes too (RT-6). Whatever of it
 * cannot be had, because the error is broken or the memory is full, is left out.
 */
final class ErrorText {
    private static final int FRAMES = 8;
    private static final int CAUSES = 4;
    private static final int HEADLINE = 1_500;
    private static final int LENGTH = 4_000;
    private static final StackTraceElement[] NO_FRAMES = {};

    private ErrorText() {}

    static String of(Throwable error) {
        return had(() -> wellFormed(describe(error), LENGTH), error.getClass().getName());
    }

    private static String describe(Throwable error) {
        StringBuilder text = new StringBuilder();
        List<Throwable> told = new ArrayList<>();
        @Nullable Throwable each = error;
        while (each != null && told.size() <= CAUSES && !isAmong(told, each)) {
            Throwable one = each;
            told.add(one);
            text.append(text.isEmpty() ? "" : "caused by ")
                    .append(headline(one))
                    .append('\n');
            frames(had(one::getStackTrace, NO_FRAMES), text);
            each = had(one::getCause, null);
        }
        return text.toString().strip();
    }

    @SuppressWarnings(
            "ReferenceEquality") // whether it equals another is not to be asked of an error that may be broken
    private static boolean isAmong(List<Throwable> told, Throwable one) {
        return told.stream().anyMatch(other -> other == one);
    }

    private static String headline(Throwable error) {
        String all = had(error::toString, error.getClass().getName());
        return all.length() <= HEADLINE ? all : all.substring(0, HEADLINE) + " …";
    }

    private static void frames(StackTraceElement[] frames, StringBuilder text) {
        for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
            text.append("  at ").append(frames[i]).append('\n');
        }
        if (frames.length > FRAMES) {
            text.append("  … ").append(frames.length - FRAMES).append(" more\n");
        }
    }

    /** What can be had, or something else. */
    private static <T extends @Nullable Object> T had(Supplier<? extends @Nullable T> wanted, T otherwise) {
        try {
            T value = wanted.get();
            return value == null ? otherwise : value;
        } catch (Throwable sick) {
            return otherwise;
        }
    }

    /** Cut, and without halves of characters: not every store could keep them. */
    private static String wellFormed(String text, int length) {
        StringBuilder whole = new StringBuilder();
        text.codePoints()
                .limit(length)
                .map(point -> Character.getType(point) == Character.SURROGATE ? '\ufffd' : point)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}

package dev.a2.cli;

import dev.a2.codec.Strings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How names, times and durations are printed. */
final class Words {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Words() {}

    /**
     * A name as it is, or as a JSON string where it would be taken for something else or harm a terminal. Commands take
     * both forms ({@link NameConverter}).
     */
    static String name(String name) {
        boolean plain = !name.isEmpty()
                && !name.startsWith("\"")
                && name.equals(name.strip())
                && name.codePoints().allMatch(Words::isPrintable);
        return plain ? name : escaped(Strings.quote(name));
    }

    /** A text on one line, without anything that a terminal would obey. */
    static String printable(String text) {
        return escaped(text.replace("\r\n", "\n").replace('\n', ' '));
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isPrintable(c)) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return out.toString();
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** A text cut to so many characters. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }

    static String time(Instant time) {
        return TIME.format(time);
    }

    /** A length of time, in its two largest units. */
    static String duration(Duration duration) {
        long ms = Math.abs(duration.toMillis());
        if (ms < 1_000) {
            return ms + " ms";
        }
        if (ms < 60_000) {
            return ms / 1_000 + "." + ms % 1_000 / 100 + " s";
        }
        long seconds = ms / 1_000;
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        long minutes = seconds / 60;
        return minutes < 1_440
                ? minutes / 60 + " h " + minutes % 60 + " min"
                : minutes / 1_440 + " d " + minutes % 1_440 / 60 + " h";
    }

    /** A number and what it counts. */
    static String count(long number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }
}

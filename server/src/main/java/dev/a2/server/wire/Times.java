package dev.a2.server.wire;

import dev.a2.codec.InvalidJsonException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times as RFC 3339 in UTC with milliseconds. */
public final class Times {
    private static final DateTimeFormatter RFC_3339 = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Times() {}

    /** A time's text; null for none. */
    public static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : RFC_3339.format(time);
    }

    /** The time that a member's text says, cut to milliseconds; any offset will do. */
    public static Instant parse(String member, String text) {
        try {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME
                    .parse(text, Instant::from)
                    .truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeParseException e) {
            throw new InvalidJsonException(
                    "the member " + member + " is no time such as 2026-11-30T07:24:17.123Z, but " + text, e);
        }
    }
}

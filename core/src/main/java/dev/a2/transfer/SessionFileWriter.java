package dev.a2.transfer;

import dev.a2.codec.JsonLine;
import dev.a2.store.SessionPart;
import dev.a2.store.Transfer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes sessions as JSON lines: {@link #write} for each, then {@link #end}. A file without its end, or one that a failed
 * write left behind, is refused when it is read.
 */
public final class SessionFileWriter {
    static final String FORMAT = "a2-sessions";
    static final int VERSION = 1;

    private final Appendable out;
    private int sessions;

    /** Writes the first line; the caller closes what it gave. */
    public SessionFileWriter(Appendable out) {
        this.out = out;
        line(new JsonLine().text("format", FORMAT).number("version", VERSION).toString());
    }

    /** Writes a session as a store exports it; whether it has events, without which nothing is written. */
    public boolean write(Transfer store, String sessionId) {
        return write(sessionId, sink -> store.exportSession(sessionId, sink));
    }

    /** The same for whatever hands out its parts. */
    boolean write(String sessionId, Consumer<Consumer<SessionPart>> export) {
        Count parts = new Count();
        export.accept(part -> {
            line(PartLines.write(sessionId, part));
            parts.value++;
        });
        if (parts.value == 0) {
            return false;
        }
        line(end(sessionId, parts.value));
        sessions++;
        return true;
    }

    private static final class Count {
        long value;
    }

    /** Writes the last line. */
    public void end() {
        line(eof(sessions));
    }

    static String end(@Nullable String sessionId, long parts) {
        return PartLines.part("end")
                .text("sessionId", sessionId)
                .number("parts", parts)
                .toString();
    }

    static String eof(long sessions) {
        return PartLines.part("eof").number("sessions", sessions).toString();
    }

    private void line(String text) {
        try {
            out.append(text).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the exported sessions: " + e.getMessage(), e);
        }
    }
}

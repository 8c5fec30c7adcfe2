package dev.a2.store.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The data of server-sent events, one after the other. A message may hold line feeds, and a server may pass them on as they are, so
 * lines that begin like nothing else go on with the data before them. One thread.
 */
final class EventStream {
    private static final String DATA = "data:";

    private final InputStream in;
    private final int mostBytes;
    private @Nullable StringBuilder data;

    /**
     * Reads from a stream.
     *
     * @param mostBytes of a line
     */
    EventStream(InputStream in, int mostBytes) {
        this.in = new BufferedInputStream(in);
        this.mostBytes = mostBytes;
    }

    /**
     * What comes next: an event's data, or empty text when a sign of life came; null at the end.
     *
     * @throws IOException when the connection broke, or a line is too long
     */
    @Nullable String next() throws IOException {
        while (true) {
            String line = line();
            if (line == null) {
                return null;
            }
            StringBuilder begun = data;
            if (line.isEmpty() || begun == null && !line.startsWith(DATA)) {
                data = null;
                return begun == null ? "" : begun.toString();
            }
            add(begun, line);
            if (in.available() == 0) {
                String whole = String.valueOf(data);
                data = null;
                return whole;
            }
        }
    }

    private void add(@Nullable StringBuilder begun, String line) {
        String part = line;
        if (line.startsWith(DATA)) {
            part = line.substring(DATA.length() + (line.startsWith(" ", DATA.length()) ? 1 : 0));
        }
        data = begun == null ? new StringBuilder(part) : begun.append('\n').append(part);
    }

    private @Nullable String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int one = in.read();
        while (one >= 0 && one != '\n') {
            if (line.size() >= mostBytes) {
                throw new IOException("a line of an event is longer than " + mostBytes + " bytes");
            }
            line.write(one);
            one = in.read();
        }
        return one < 0 ? null : line.toString(StandardCharsets.UTF_8);
    }
}

package dev.a2.transfer;

import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.JsonFields;
import dev.a2.codec.Strings;
import dev.a2.store.SessionPart;
import dev.a2.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that {@link SessionFileWriter} wrote. It is read as its sessions are asked for, one after the other, and never
 * held in memory as a whole.
 */
public final class SessionFile implements AutoCloseable {
    /** The last line is shorter. */
    private static final int TAIL = 256;

    private final Path file;
    private final long sessions;
    /** Open iterators' files, closed at the latest with this. */
    private final List<Lines> open = new ArrayList<>();

    private Lines.Place next;
    private long found;
    private @Nullable Entry last;

    private SessionFile(Path file) {
        this.file = file;
        try (Lines lines = new Lines(file, new Lines.Place(0, 0))) {
            checkFirst(lines);
            next = lines.place();
        }
        sessions = sessionsByLastLine(file);
    }

    /**
     * Opens a file, after a look at its first and last line.
     *
     * @throws FormatException when it holds something else, is of another version, or is cut off
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static SessionFile open(Path file) {
        return new SessionFile(file);
    }

    private static void checkFirst(Lines lines) {
        String first = lines.next();
        if (first == null) {
            throw lines.wrong("there is none");
        }
        try {
            JsonFields fields = JsonFields.of(first);
            if (!SessionFileWriter.FORMAT.equals(fields.optionalText("format"))) {
                throw new FormatException("the first line does not say format \"" + SessionFileWriter.FORMAT + "\"");
            }
            long version = fields.number("version");
            if (version != SessionFileWriter.VERSION) {
                throw new FormatException("version " + version + " is not known here, only version "
                        + SessionFileWriter.VERSION + "; use the A2 that wrote it, or a newer one");
            }
        } catch (FormatException | InvalidJsonException e) {
            throw lines.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static long sessionsByLastLine(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(TAIL, channel.size()));
            channel.read(bytes, channel.size() - bytes.capacity());
            String tail = new String(bytes.array(), StandardCharsets.UTF_8);
            String line = tail.endsWith("\n") ? tail.substring(tail.lastIndexOf('\n', tail.length() - 2) + 1) : "";
            if (line.startsWith("{\"part\":\"eof\"")) {
                return JsonFields.of(line).number("sessions");
            }
        } catch (IOException e) {
            throw Lines.failed(file, e);
        } catch (InvalidJsonException e) {
            throw new FormatException(file + " ends with a line that is cut off: " + e.getMessage(), e);
        }
        throw new FormatException(file + " is cut off: its last line does not say that it is the end");
    }

    /** How many sessions the file holds. */
    public long size() {
        return sessions;
    }

    /**
     * The next session.
     *
     * @throws FormatException when the file is damaged there
     */
    public Optional<Entry> next() {
        Entry before = last;
        if (before != null) {
            next = before.end();
        }
        try (Lines lines = new Lines(file, next)) {
            String line = lines.next();
            try {
                if (line != null) {
                    JsonFields fields = JsonFields.of(line);
                    String part = fields.text("part");
                    if (part.equals("session")) {
                        last = new Entry(fields.text("sessionId"), next);
                        found++;
                        return Optional.of(last);
                    }
                    if (part.equals("eof") && fields.number("sessions") == found && lines.next() == null) {
                        last = null;
                        return Optional.empty();
                    }
                }
                throw new FormatException("a session or the end must come here");
            } catch (FormatException | InvalidJsonException e) {
                throw lines.wrong(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(Lines::close);
        open.clear();
    }

    /** One session of a file. */
    public final class Entry {
        private final String sessionId;
        private final Lines.Place begin;
        private Lines.@Nullable Place end;

        private Entry(String sessionId, Lines.Place begin) {
            this.sessionId = sessionId;
            this.begin = begin;
        }

        /** Its name. */
        public String sessionId() {
            return sessionId;
        }

        /**
         * Its parts, read anew from the file by each iterator, which throws {@link FormatException} where the file is
         * damaged.
         */
        public Iterable<SessionPart> parts() {
            return () -> new Parts(this);
        }

        /** Where the next session begins. */
        private Lines.Place end() {
            if (end == null) {
                parts().forEach(part -> {});
            }
            return Objects.requireNonNull(end, "the last iteration came to an end");
        }
    }

    private final class Parts implements Iterator<SessionPart> {
        private final Entry entry;
        private final Lines lines;
        private long given;
        private @Nullable SessionPart ahead;

        Parts(Entry entry) {
            this.entry = entry;
            lines = new Lines(file, entry.begin);
            open.add(lines);
            ahead = read();
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public SessionPart next() {
            SessionPart part = ahead;
            if (part == null) {
                throw new NoSuchElementException();
            }
            given++;
            ahead = read();
            return part;
        }

        private @Nullable SessionPart read() {
            String line = lines.next();
            try {
                if (line == null) {
                    throw new FormatException("the file ends within session " + Strings.quote(entry.sessionId));
                }
                JsonFields fields = JsonFields.of(line);
                String part = fields.text("part");
                boolean begins = part.equals("session");
                if (begins != (given == 0 && ahead == null)) {
                    throw new FormatException("a session does not begin inside of another");
                }
                if ((begins || part.equals("end")) && !fields.text("sessionId").equals(entry.sessionId)) {
                    throw new FormatException("another session ends than the one that began");
                }
                if (!part.equals("end")) {
                    return PartLines.read(entry.sessionId, part, fields);
                }
                if (fields.number("parts") != given) {
                    throw new FormatException("there are " + given + " parts of this session, not as many as it says");
                }
            } catch (FormatException | InvalidJsonException | StoreException e) {
                throw lines.wrong(String.valueOf(e.getMessage()));
            }
            entry.end = lines.place();
            lines.close();
            open.remove(lines);
            return null;
        }
    }
}

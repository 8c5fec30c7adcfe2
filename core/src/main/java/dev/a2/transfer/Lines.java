package dev.a2.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file's lines from some place on. They end with {@code \n} only: other line ends stand inside of JSON texts. */
final class Lines implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    /** A place between two lines. */
    record Place(long offset, int line) {}

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
    private long offset;
    private int line;

    Lines(Path file, Place from) {
        this.file = file;
        try {
            channel = FileChannel.open(file);
            channel.position(from.offset());
        } catch (IOException e) {
            throw failed(file, e);
        }
        offset = from.offset();
        line = from.line();
    }

    static UncheckedIOException failed(Path file, IOException e) {
        return new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }

    /** Where the next line begins. */
    Place place() {
        return new Place(offset, line);
    }

    /** The next line; null at the end of the file. What no line end follows is no line. */
    @Nullable String next() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (buffer.hasRemaining() || fill()) {
            byte next = buffer.get();
            offset++;
            if (next == '\n') {
                line++;
                return decode(bytes.toByteArray());
            }
            bytes.write(next);
        }
        return null;
    }

    private boolean fill() {
        try {
            buffer.clear();
            boolean more = channel.read(buffer) > 0;
            buffer.flip();
            return more;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong("it is not UTF-8");
        }
    }

    /** What is wrong with the line that was read last. */
    FormatException wrong(String why) {
        return new FormatException(file + ":" + line + " is no line of exported sessions: " + why);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw failed(file, e);
        }
    }
}

package dev.a2.server.api;

import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** Reads bodies, each within a size and a time (SRV-4). */
final class Bodies {
    private static final int PART = 8 << 10;

    private final int mostBytes;
    private final Duration mostTime;

    Bodies(int mostBytes, Duration mostTime) {
        this.mostBytes = mostBytes;
        this.mostTime = mostTime;
    }

    byte[] read(HttpRequest request) {
        Optional<String> length = request.header("Content-Length");
        if (length.isPresent() && isOver(length.get())) {
            throw Problems.bodyTooLarge(mostBytes);
        }
        try {
            return read(request.body());
        } catch (IOException e) {
            // Nobody is left to read the answer.
            throw Problem.invalid("the body broke off: " + e.getMessage());
        }
    }

    /** The space grows with what comes, whatever was announced. */
    private byte[] read(InputStream body) throws IOException {
        long end = System.nanoTime() + mostTime.toNanos();
        ByteArrayOutputStream read = new ByteArrayOutputStream(0);
        byte[] part = new byte[PART];
        for (int n = body.read(part); n >= 0; n = body.read(part)) {
            read.write(part, 0, n);
            if (read.size() > mostBytes) {
                throw Problems.bodyTooLarge(mostBytes);
            }
            if (System.nanoTime() - end > 0) {
                throw Problems.late(mostTime);
            }
        }
        return read.toByteArray();
    }

    private boolean isOver(String length) {
        try {
            return Long.parseLong(length) > mostBytes;
        } catch (NumberFormatException e) {
            throw Problem.invalid("Content-Length is no number, but " + length);
        }
    }
}

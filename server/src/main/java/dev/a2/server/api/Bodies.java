package dev.a2.server.api;

import dev.a2.server.http.Deadlines;
import dev.a2.server.http.HttpRequest;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** Reads bodies, each within a size and a time (SRV-4). */
final class Bodies {
    private final int mostBytes;
    private final Duration mostTime;
    private final Deadlines deadlines;

    Bodies(int mostBytes, Duration mostTime, Deadlines deadlines) {
        this.mostBytes = mostBytes;
        this.mostTime = mostTime;
        this.deadlines = deadlines;
    }

    byte[] read(HttpRequest request) {
        Optional<String> length = request.header("Content-Length");
        if (length.isPresent() && isOver(length.get())) {
            throw tooLarge();
        }
        try (Deadlines.Deadline deadline = deadlines.interruptAfter(mostTime)) {
            InputStream body = request.body();
            byte[] bytes = body.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw tooLarge();
            }
            return bytes;
        } catch (IOException | RuntimeException e) {
            if (e instanceof Problem problem) {
                throw problem;
            }
            throw new Problem(
                    ProblemCode.REQUEST_TIMEOUT, "the body did not come in within " + mostTime.toSeconds() + " s");
        }
    }

    private boolean isOver(String length) {
        try {
            return Long.parseLong(length) > mostBytes;
        } catch (NumberFormatException e) {
            throw Problem.invalid("Content-Length is no number, but " + length);
        }
    }

    private Problem tooLarge() {
        return new Problem(ProblemCode.BODY_TOO_LARGE, "the body has over " + mostBytes + " bytes; send it in parts")
                .with("Connection", "close");
    }
}

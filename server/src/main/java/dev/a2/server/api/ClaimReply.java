package dev.a2.server.api;

import dev.a2.server.http.HttpReply;
import dev.a2.server.wire.AttemptJson;
import dev.a2.server.wire.ClaimJson;
import dev.a2.server.work.BySession;
import dev.a2.server.work.Claim;
import dev.a2.server.work.WorkDesk;
import dev.a2.store.Head;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * Answers a claim. While it waits it writes a blank now and then, which means nothing in JSON but finds out whether the worker is
 * still there: heads that are claimed for one that is gone must wait for their lease to lapse.
 */
final class ClaimReply implements HttpReply.Writer {
    private static final System.Logger LOG = System.getLogger(ClaimReply.class.getName());

    /** Between two blanks. */
    static final Duration BLANKS = Duration.ofSeconds(1);

    private static final String BLANK = " ";

    private final WorkDesk desk;
    private final Claim claim;
    private final String holder;
    private final Supplier<Instant> now;

    ClaimReply(WorkDesk desk, Claim claim, String holder, Supplier<Instant> now) {
        this.desk = desk;
        this.claim = claim;
        this.holder = holder;
        this.now = now;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (claim) {
            while (!claim.isOver()) {
                write(out, BLANK);
                if (!goOn(out)) {
                    break;
                }
            }
            List<Head> heads = claim.heads();
            try {
                write(out, ClaimJson.claims(heads, now.get()));
                write(out, "\n");
            } catch (IOException | RuntimeException e) {
                giveBack(heads);
                throw e;
            }
        }
    }

    /** The status is sent already, so a store that fails now is told of by the next claim. */
    private boolean goOn(OutputStream out) {
        try {
            claim.goOn(BLANKS, () -> probe(out));
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a claim that waited was is answered empty", e);
            return false;
        }
    }

    /** The first write to who is gone is answered by a reset, and the next one fails. */
    private static void probe(OutputStream out) {
        try {
            write(out, BLANK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The worker is gone: others may have its heads at once. */
    private void giveBack(List<Head> heads) {
        List<AttemptJson> claims = heads.stream()
                .map(head -> new AttemptJson(head.event().sessionId(), head.attempt()))
                .toList();
        try {
            BySession.call(claims, (session, attempts) -> desk.attempts().release(session, holder, attempts));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "claims of a worker that is gone could not be given back", e);
        }
    }
}

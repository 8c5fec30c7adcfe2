package dev.a2.replay;

import dev.a2.codec.InvalidJsonException;
import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs each operation of a trace on a store of its own and compares its answer with the recorded one, up to the first
 * difference. The clock stands where the trace puts it and ids are counted, so a run always goes the same way.
 */
public final class Replayer {
    private static final int LONGEST_TEXT = 1_500;

    private final StoreOpener opener;
    private final LayoutProbe.@Nullable Opener probe;

    /** Skips the operations that look below the contract. */
    public Replayer(StoreOpener opener) {
        this(opener, null);
    }

    /** Also runs the operations {@code messages} and {@code dump}, with a probe; null skips them. */
    public Replayer(StoreOpener opener, LayoutProbe.@Nullable Opener probe) {
        this.opener = opener;
        this.probe = probe;
    }

    /** Replays one trace on a freshly opened store. */
    public ReplayReport replay(Trace trace) {
        AtomicLong now = new AtomicLong(trace.nowMs());
        AtomicLong id = new AtomicLong(trace.firstId());
        String prefix = trace.idPrefix();
        try (SessionStore store =
                        opener.open(() -> Instant.ofEpochMilli(now.get()), () -> prefix + id.getAndIncrement());
                LayoutProbe looking = probe == null ? null : probe.open(store)) {
            return run(trace, new Operations(store, now::set, looking), looking == null);
        }
    }

    private static ReplayReport run(Trace trace, Operations operations, boolean withoutProbe) {
        int ran = 0;
        int skipped = 0;
        for (Trace.Step step : trace.steps()) {
            if (withoutProbe && Operations.needsProbe(step.op())) {
                skipped++;
                continue;
            }
            ran++;
            String failure = run(step, operations);
            if (failure != null) {
                String where = trace.source() + ":" + step.line() + " " + step.op() + " " + failure;
                return new ReplayReport(
                        trace,
                        ran,
                        skipped,
                        where + "\n  args      " + cut(step.args().text()));
            }
        }
        return new ReplayReport(trace, ran, skipped, null);
    }

    private static @Nullable String run(Trace.Step step, Operations operations) {
        String got;
        try {
            got = operations.run(step.op(), step.args());
        } catch (StoreException e) {
            return compareError(step, e.code(), e);
        } catch (InvalidJsonException e) {
            return compareError(step, ErrorCode.INVALID_ARGUMENT, e);
        } catch (RuntimeException e) {
            return "failed with something that is no store error\n  expected  " + expected(step) + "\n  got       "
                    + stack(e);
        }
        if (step.errorCode() != null) {
            return "was not refused\n  expected  " + expected(step) + "\n  got       " + cut(got);
        }
        Difference difference = Difference.first(step.ok(), Node.parse(got));
        return difference == null
                ? null
                : "differs at " + difference.path() + "\n  expected  " + cut(difference.expected()) + "\n  got       "
                        + cut(difference.got()) + "\n  whole expected  "
                        + cut(step.ok().text())
                        + "\n  whole got       " + cut(got);
    }

    private static @Nullable String compareError(Trace.Step step, ErrorCode code, RuntimeException error) {
        return code.name().equals(step.errorCode())
                ? null
                : "failed\n  expected  " + expected(step) + "\n  got       error " + code + ": " + error.getMessage();
    }

    private static String expected(Trace.Step step) {
        return step.errorCode() != null
                ? "error " + step.errorCode()
                : cut(step.ok().text());
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT
                ? text
                : text.substring(0, LONGEST_TEXT) + "… (" + text.length() + " characters)";
    }

    private static String stack(RuntimeException error) {
        StringWriter out = new StringWriter();
        error.printStackTrace(new PrintWriter(out, true));
        return out.toString().strip();
    }
}

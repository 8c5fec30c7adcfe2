package dev.a2;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the dispatcher does not know: how a consumer handles a head. */
interface AttemptRunner {
    /** Runs user code on the calling thread; throws nothing. */
    Verdict run(Attempt attempt);

    /** The verdict on an attempt that failed for this reason. */
    Verdict.Fail failed(Attempt attempt, Throwable error);

    /** How long an attempt of this consumer may take; null: as long as it likes. */
    @Nullable Duration timeLimit(String consumer);

    /** The consumers that these returned events may give work to. */
    Set<String> consumersOf(Verdict.Complete verdict);
}

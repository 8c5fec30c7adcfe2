package dev.a2.server.http;

import java.time.Duration;

/** Requests that ask for more than the server gives to one (SRV-4). The connection is closed after them. */
public final class Problems {
    private Problems() {}

    /** The body is over the limit. */
    public static Problem bodyTooLarge(int mostBytes) {
        return closing(ProblemCode.BODY_TOO_LARGE, "the body has over " + mostBytes + " bytes; send it in parts");
    }

    /** The body did not come in. */
    public static Problem late(Duration limit) {
        return closing(
                ProblemCode.REQUEST_TIMEOUT, "the body did not come in within " + limit.toMillis() / 1000.0 + " s");
    }

    /** All requests together hold as much as they may. */
    public static Problem tooMuch() {
        return closing(ProblemCode.TOO_MANY_REQUESTS, "too many large requests are under way; come back in a moment")
                .with("Retry-After", "1");
    }

    /** There are as many requests as there may be. */
    public static Problem tooMany() {
        return closing(ProblemCode.TOO_MANY_REQUESTS, "too many requests are under way; come back in a moment")
                .with("Retry-After", "1");
    }

    private static Problem closing(ProblemCode code, String detail) {
        return new Problem(code, detail).with("Connection", "close");
    }
}

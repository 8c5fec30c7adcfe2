package dev.a2.server.http;

import dev.a2.codec.JsonLine;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request cannot be answered as asked: an RFC 9457 problem. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_DETAIL = 500;

    private final ProblemCode code;

    @SuppressWarnings("serial") // Never serialised.
    private final Map<String, String> headers;

    /** A problem with what is wrong in this case and what to do. */
    public Problem(ProblemCode code, String detail) {
        this(code, detail, Map.of());
    }

    private Problem(ProblemCode code, String detail, Map<String, String> headers) {
        // Neither a stack trace nor suppressed ones: it is an answer, and clients can provoke many.
        super(detail, null, false, false);
        this.code = code;
        this.headers = headers;
    }

    /** A malformed request. */
    public static Problem invalid(String detail) {
        return new Problem(ProblemCode.INVALID_ARGUMENT, detail);
    }

    /** Something that is not there. */
    public static Problem notFound(String detail) {
        return new Problem(ProblemCode.NOT_FOUND, detail);
    }

    /** The same with a header. */
    public Problem with(String header, String value) {
        return new Problem(code, String.valueOf(getMessage()), Map.of(header, value));
    }

    /** What is wrong may name what was sent, which may be long. */
    private @Nullable String detail() {
        String detail = getMessage();
        if (detail == null || detail.length() <= LONGEST_DETAIL) {
            return detail;
        }
        return detail.substring(0, LONGEST_DETAIL) + "…";
    }

    /** What kind of problem. */
    public ProblemCode code() {
        return code;
    }

    /** It as an answer. */
    public HttpReply reply() {
        String json = new JsonLine()
                .text("type", code.type())
                .text("title", code.title())
                .number("status", code.status())
                .text("code", code.name())
                .text("detail", detail())
                .toString();
        HttpReply reply = HttpReply.text(code.status(), "application/problem+json", json);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }
}

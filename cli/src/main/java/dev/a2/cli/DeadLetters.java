package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;

/** Dead letters, each with its error below. */
final class DeadLetters {
    private static final int LINES = 12;
    private static final int LONGEST_LINE = 300;

    private DeadLetters() {}

    static void print(Out out, Head head) {
        Dispatch dispatch = head.dispatch();
        out.line(out.styled(
                        head.event().index() + "  " + Words.name(head.event().type()) + "  for "
                                + Timeline.consumer(head.consumer(), head.lane()),
                        Out.Style.RED)
                + "  " + Words.count(dispatch.failureCount(), "failure") + " in "
                + Words.count(dispatch.attemptCount(), "attempt")
                + (dispatch.failedAt() == null ? "" : ", dead since " + Words.time(dispatch.failedAt())));
        String error = dispatch.lastError();
        if (error == null) {
            out.line("    no error was recorded: its claims lapsed", Out.Style.DIM);
            return;
        }
        error.lines()
                .limit(LINES)
                .map(line -> "    " + Words.cut(Words.printable(line.replace("\t", "    ")), LONGEST_LINE))
                .forEach(line -> out.line(line, Out.Style.DIM));
        long more = error.lines().count() - LINES;
        if (more > 0) {
            out.line("    … " + Words.count(more, "more line"), Out.Style.DIM);
        }
    }

    static String json(Head head) {
        JsonLine line = new JsonLine()
                .text("sessionId", head.event().sessionId())
                .number("index", head.event().index())
                .text("eventId", head.event().id())
                .text("type", head.event().type())
                .text("consumer", head.consumer())
                .text("lane", head.lane());
        return Standing.json(line, head.dispatch()).toString();
    }
}

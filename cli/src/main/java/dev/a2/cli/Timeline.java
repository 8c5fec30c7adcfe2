package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Reserved;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events one to a line, each indented below the one that caused it. It remembers how deep the last {@value #REMEMBERED}
 * stand; what is caused by an earlier one begins anew.
 */
final class Timeline {
    private static final int REMEMBERED = 10_000;
    private static final int DEEPEST = 12;
    private static final int TYPE_WIDTH = 34;
    private static final int LONGEST_PAYLOAD = 1_000;

    private final Out out;
    private final boolean payloads;
    private final Map<Long, Integer> depths = new LinkedHashMap<>();

    Timeline(Out out, boolean payloads) {
        this.out = out;
        this.payloads = payloads;
    }

    void print(Event event) {
        AttemptRef cause = event.cause();
        int depth = cause == null ? 0 : depths.getOrDefault(cause.index(), 0) + 1;
        remember(event.index(), depth);
        String tree = depth == 0 ? "" : "  ".repeat(Math.min(depth, DEEPEST) - 1) + "└ ";
        String type = Words.name(event.type());
        int width = tree.length() + type.codePointCount(0, type.length());
        boolean marker = event.type().equals(Reserved.CLEAR_TYPE);
        StringBuilder line = new StringBuilder()
                .append(" ".repeat(Math.max(0, 6 - Long.toString(event.index()).length())))
                .append(event.index())
                .append("  ")
                .append(out.styled(Words.time(event.createdAt()), Out.Style.DIM))
                .append("  ")
                .append(out.styled(tree, Out.Style.DIM))
                .append(out.styled(type, marker ? Out.Style.YELLOW : Out.Style.BOLD));
        if (cause != null) {
            line.append(" ".repeat(Math.max(1, TYPE_WIDTH - width))).append(out.styled(by(cause), Out.Style.CYAN));
        }
        out.line(line.toString());
        if (payloads) {
            String text = Words.printable(event.payload().text().strip());
            out.line(" ".repeat(34) + out.styled(Words.cut(text, LONGEST_PAYLOAD), Out.Style.DIM));
        }
    }

    private void remember(long index, int depth) {
        depths.put(index, depth);
        if (depths.size() > REMEMBERED) {
            depths.remove(depths.keySet().iterator().next());
        }
    }

    private static String by(AttemptRef cause) {
        return "← " + cause.index() + " " + consumer(cause.consumer(), cause.lane())
                + (cause.attempt() == 1 ? "" : ", attempt " + cause.attempt());
    }

    /** A consumer with its lane, if it has one with a name. */
    static String consumer(String consumer, @Nullable String lane) {
        return Words.name(consumer) + (lane == null || lane.isEmpty() ? "" : "/" + Words.name(lane));
    }

    static String json(Event event) {
        JsonLine line = new JsonLine()
                .number("index", event.index())
                .text("id", event.id())
                .text("type", event.type())
                .time("createdAtMs", event.createdAt());
        AttemptRef cause = event.cause();
        if (cause != null) {
            line.raw(
                    "cause",
                    "{\"consumer\":" + Strings.quote(cause.consumer())
                            + (cause.lane() == null ? "" : ",\"lane\":" + Strings.quote(cause.lane())) + ",\"index\":"
                            + cause.index() + ",\"attempt\":" + cause.attempt() + "}");
        }
        return line.json("payload", event.payload()).toString();
    }
}

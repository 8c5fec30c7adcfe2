package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import dev.a2.store.WorkMark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code a2 sessions}: what there is. */
@Command(
        name = "sessions",
        mixinStandardHelpOptions = true,
        description = {
            "Lists sessions and what is going on in them.",
            "How many events they have, when something last happened, what failed for good, and who has work."
        })
final class SessionsCommand implements Callable<Integer> {
    private static final int PAGE = 100;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--pending", description = "Only sessions in which somebody has work.")
    private boolean pending;

    @Option(names = "--dead", description = "Only sessions with dead letters; looks through all.")
    private boolean dead;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}")
    private int limit = 50;

    @Option(
            names = "--from",
            paramLabel = "TOKEN",
            description = "Go on where an earlier list ended.",
            converter = NameConverter.class)
    private @Nullable String from;

    @Option(names = "--json", description = "One JSON object per line.")
    private boolean json;

    /** A session and what is going on in it. */
    private record Summary(
            SessionBounds bounds,
            Map<String, Integer> pending,
            long dead,
            @Nullable Event last) {}

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1");
        }
        Out out = Commands.out(spec);
        try (SessionStore open = store.openExisting()) {
            List<Summary> found = new ArrayList<>();
            String next = pending ? findPending(open, found) : findAll(open, found);
            if (json) {
                found.forEach(summary -> out.line(json(summary)));
            } else if (found.isEmpty()) {
                out.line(dead ? "no dead letters" : pending ? "no work" : "no sessions");
            } else {
                table(found).print(out);
            }
            if (next != null && !json) {
                out.line("more with --from " + Words.name(next), Out.Style.DIM);
            }
        }
        return 0;
    }

    /** Takes pages that cannot overshoot the limit, so that each ends where the next list can begin. */
    private @Nullable String findAll(SessionStore open, List<Summary> found) {
        String next = from;
        do {
            SessionPage page = open.sessions(next, Math.min(PAGE, limit - found.size()));
            page.sessions().forEach(bounds -> add(open, bounds, found));
            next = page.next();
        } while (next != null && found.size() < limit);
        return next;
    }

    /** Looks only at sessions with a mark; a mark may outlive its work. */
    private @Nullable String findPending(SessionStore open, List<Summary> found) {
        String last = from;
        while (true) {
            List<WorkMark> marks = open.listWork(last, PAGE);
            Set<String> sessions = new LinkedHashSet<>();
            marks.forEach(mark -> sessions.add(mark.sessionId()));
            for (String session : sessions) {
                last = session;
                add(open, open.bounds(session), found);
                if (found.size() == limit) {
                    return open.listWork(last, 1).isEmpty() ? null : last;
                }
            }
            if (marks.isEmpty()) {
                return null;
            }
        }
    }

    private void add(SessionStore open, SessionBounds bounds, List<Summary> found) {
        Summary summary = summary(open, bounds);
        boolean wanted = (!pending || !summary.pending().isEmpty()) && (!dead || summary.dead() > 0);
        if (wanted && bounds.frontier() > 0) {
            found.add(summary);
        }
    }

    private static Summary summary(SessionStore open, SessionBounds bounds) {
        Map<String, Integer> pending = new TreeMap<>();
        long dead = 0;
        for (Cursor cursor : open.cursors(bounds.sessionId())) {
            if (cursor.dispatch().failedAt() != null) {
                dead++;
            } else if (cursor.head() != null) {
                pending.merge(cursor.consumer(), 1, Integer::sum);
            }
        }
        List<Event> last = open.readHistory(bounds.sessionId(), bounds.frontier() - 1, bounds.frontier());
        return new Summary(bounds, pending, dead, last.isEmpty() ? null : last.get(0));
    }

    private static Table table(List<Summary> found) {
        Table table = new Table()
                .column("SESSION")
                .number("EVENTS")
                .number("CLEARED AT")
                .column("LAST EVENT")
                .number("DEAD")
                .column("PENDING");
        for (Summary summary : found) {
            SessionBounds bounds = summary.bounds();
            table.row()
                    .cell(Words.name(bounds.sessionId()))
                    .cell(events(bounds))
                    .cell(bounds.clearIndex() == 0 ? "-" : Long.toString(bounds.clearIndex()))
                    .cell(
                            summary.last() == null
                                    ? "-"
                                    : Words.time(summary.last().createdAt()))
                    .cell(Long.toString(summary.dead()), summary.dead() > 0 ? Out.Style.RED : Out.Style.PLAIN)
                    .cell(pending(summary), summary.pending().isEmpty() ? Out.Style.PLAIN : Out.Style.YELLOW);
        }
        return table;
    }

    private static String pending(Summary summary) {
        return summary.pending().isEmpty()
                ? "-"
                : summary.pending().entrySet().stream()
                        .map(entry -> Words.name(entry.getKey()) + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Events that can be read, the marker among them. */
    static long events(SessionBounds bounds) {
        return bounds.frontier() - Math.max(1, bounds.clearIndex()) + 1;
    }

    private static String json(Summary summary) {
        return new JsonLine()
                .text("sessionId", summary.bounds().sessionId())
                .number("frontier", summary.bounds().frontier())
                .number("clearIndex", summary.bounds().clearIndex())
                .number("events", events(summary.bounds()))
                .time(
                        "lastEventAtMs",
                        summary.last() == null ? null : summary.last().createdAt())
                .number("dead", summary.dead())
                .counts("pending", summary.pending())
                .toString();
    }
}

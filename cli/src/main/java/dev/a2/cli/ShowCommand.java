package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 show}: one session. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a session: events, consumers, dead letters.",
            "Events that were made by the handling of another are indented; ← 3 means that it was event 3."
        })
final class ShowCommand implements Callable<Integer> {
    private static final int PAGE = 256;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(index = "0", paramLabel = "SESSION", description = "Its name.", converter = NameConverter.class)
    private String session = "";

    @Option(names = "--from", paramLabel = "N", description = "Begin at this event. Default: at the first")
    private long from = 1;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many events, and so many cursors. Default: ${DEFAULT-VALUE}")
    private int limit = 100;

    @Option(names = "--payloads", description = "Show payloads, too.")
    private boolean payloads;

    @Option(names = "--json", description = "One JSON object per line: events, then cursors, then dead letters.")
    private boolean json;

    @Override
    public Integer call() {
        if (limit < 1 || from < 1) {
            throw new ParameterException(spec.commandLine(), "--from and --limit must be at least 1");
        }
        try (SessionStore open = store.openExisting()) {
            SessionBounds bounds = Commands.bounds(open, session);
            Out out = Commands.out(spec);
            if (json) {
                json(open, bounds, out);
            } else {
                text(open, bounds, out);
            }
        }
        return 0;
    }

    private void json(SessionStore open, SessionBounds bounds, Out out) {
        forEachEvent(open, bounds, event -> out.line("{\"event\":" + Timeline.json(event) + "}"));
        for (Cursor cursor : open.cursors(session)) {
            JsonLine line = new JsonLine()
                    .text("kind", Standing.kind(cursor))
                    .text("consumer", cursor.consumer())
                    .text("lane", cursor.lane())
                    .number("position", cursor.position())
                    .number("head", cursor.head());
            out.line("{\"cursor\":" + Standing.json(line, cursor.dispatch()) + "}");
        }
        open.deadLetters(session).forEach(head -> out.line("{\"deadLetter\":" + DeadLetters.json(head) + "}"));
    }

    private void text(SessionStore open, SessionBounds bounds, Out out) {
        out.line(out.styled(Words.name(session), Out.Style.BOLD) + "  "
                + Words.count(SessionsCommand.events(bounds), "event") + " through " + bounds.frontier()
                + (bounds.clearIndex() == 0 ? "" : ", cleared at " + bounds.clearIndex()));
        out.line("");
        Timeline timeline = new Timeline(out, payloads);
        long last = forEachEvent(open, bounds, timeline::print);
        if (last < bounds.frontier()) {
            out.line("… " + (bounds.frontier() - last) + " more, with --from " + (last + 1), Out.Style.DIM);
        }
        cursors(open.cursors(session), out);
        deadLetters(open.deadLetters(session), out);
    }

    /** Returns the index of the last one. */
    private long forEachEvent(SessionStore open, SessionBounds bounds, Consumer<Event> action) {
        long after = Math.max(from, bounds.clearIndex()) - 1;
        long through = Math.min(bounds.frontier(), after + limit);
        while (after < through) {
            List<Event> page = open.read(session, after, Math.min(through, after + PAGE));
            if (page.isEmpty()) {
                break;
            }
            page.forEach(action);
            after = page.get(page.size() - 1).index();
        }
        return after;
    }

    private void cursors(List<Cursor> cursors, Out out) {
        if (cursors.isEmpty()) {
            return;
        }
        Instant now = Commands.surroundings(spec).clock().instant();
        Table table = new Table()
                .column("CONSUMER")
                .column("KIND")
                .number("DONE")
                .number("HEAD")
                .column("STATE");
        for (Cursor cursor : cursors.subList(0, Math.min(limit, cursors.size()))) {
            boolean single = cursor instanceof Cursor.EventCursor;
            table.row()
                    .cell(Timeline.consumer(cursor.consumer(), cursor.lane()))
                    .cell(Standing.kind(cursor))
                    .cell(single ? "" : Long.toString(cursor.position()))
                    .cell(text(cursor.head()))
                    .cell(Standing.describe(cursor, now), Standing.style(cursor, now));
        }
        out.line("");
        table.print(out);
        if (table.size() < cursors.size()) {
            out.line("… " + (cursors.size() - table.size()) + " more, with a higher --limit", Out.Style.DIM);
        }
    }

    private static String text(@Nullable Long number) {
        return number == null ? "-" : number.toString();
    }

    private void deadLetters(List<Head> dead, Out out) {
        if (!dead.isEmpty()) {
            out.line("");
            out.line("Dead letters", Out.Style.BOLD);
            dead.stream().limit(limit).forEach(head -> DeadLetters.print(out, head));
        }
    }
}

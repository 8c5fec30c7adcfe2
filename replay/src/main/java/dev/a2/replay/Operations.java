package dev.a2.replay;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Runs recorded operations, each with the JSON of its result as the answer. */
public final class Operations {
    private final SessionStore store;
    private final LongConsumer setNow;
    private final @Nullable LayoutProbe probe;

    Operations(SessionStore store, LongConsumer setNow, @Nullable LayoutProbe probe) {
        this.store = store;
        this.setNow = setNow;
        this.probe = probe;
    }

    /**
     * Runs one operation, other than those that move the clock or look below the contract.
     *
     * @param args its arguments as a trace has them
     */
    public static String run(SessionStore store, String op, String args) {
        return new Operations(store, now -> {}, null).run(op, Node.parse(args));
    }

    static boolean needsProbe(String op) {
        return op.equals("messages") || op.equals("dump");
    }

    String run(String op, Node args) {
        return switch (op) {
            case "setNow" -> setNow(args.number("now"));
            case "append" -> Answers.append(store.append(Arguments.append(args)));
            case "read", "readRange", "readHistory", "readTail", "readEvents", "readFeedPage" -> read(op, args);
            case "clearIndex" -> Long.toString(store.clearIndex(Arguments.session(args)));
            case "claimAvailable" -> Answers.claim(store.claimAvailable(Arguments.claim(args)));
            case "renewClaims" -> Answers.renew(store.renewClaims(Arguments.renew(args)));
            case "completeAttempt" -> Answers.complete(store.completeAttempt(Arguments.complete(args)));
            case "failAttempt" -> Answers.fail(store.failAttempt(Arguments.fail(args)));
            case "deadLetters" -> Answers.heads(store.deadLetters(Arguments.session(args)));
            case "redrive" -> Answers.redrive(store.redrive(Arguments.redrive(args)));
            case "cursors" -> Answers.cursors(store.cursors(Arguments.session(args)));
            case "wakeLog" -> Answers.wakeLog(store.wakeLog(Arguments.wakeLog(args)));
            case "readState" -> Answers.state(store.readState(Arguments.readState(args)));
            case "putSnapshots" -> putSnapshots(args);
            case "clear" -> Answers.clear(store.clear(Arguments.clear(args)));
            case "reclaim" -> Answers.reclaim(store.reclaim(Arguments.session(args)));
            case "presence.set" ->
                store.setPresence(Arguments.presence(args)).map(Answers::patch).orElse(Answers.NOTHING);
            case "presence.read" -> Answers.presence(store.readPresence(args.string("ns")));
            case "messages" -> probe().messages();
            case "dump" -> probe().dump(Arguments.session(args));
            default -> throw new IllegalArgumentException("the trace names an unknown op: " + op);
        };
    }

    private String read(String op, Node args) {
        String session = Arguments.session(args);
        Long through = args.optionalNumber("throughIndex");
        return switch (op) {
            case "readHistory" -> Answers.events(own(session, store.readHistory(session, after(args), through)));
            case "readTail" -> {
                Optional<List<Event>> tail = store.readTail(session, args.number("fromIndex"), through);
                yield tail.map(events -> Answers.events(own(session, events))).orElse(Answers.NOTHING);
            }
            case "readEvents" -> Answers.events(own(session, store.readEvents(session, after(args))));
            case "readFeedPage" -> Answers.feedPage(own(session, store.readFeedPage(session, after(args))));
            default -> Answers.events(own(session, store.read(session, after(args), through)));
        };
    }

    private static long after(Node args) {
        Long after = args.optionalNumber("afterIndex");
        return after == null ? 0 : after;
    }

    /** Traces leave the session id out of events, so it is looked at here. */
    private static List<Event> own(String session, List<Event> events) {
        for (Event event : events) {
            if (!event.sessionId().equals(session)) {
                throw new IllegalStateException(
                        "asked for session " + session + " and got an event of " + event.sessionId() + ": " + event);
            }
        }
        return events;
    }

    private String setNow(long now) {
        setNow.accept(now);
        return Answers.NOTHING;
    }

    private String putSnapshots(Node args) {
        store.putSnapshots(Arguments.session(args), args.string("reducer"), Arguments.snapshots(args));
        return Answers.NOTHING;
    }

    private LayoutProbe probe() {
        if (probe == null) {
            throw new IllegalStateException("messages and dump need a LayoutProbe");
        }
        return probe;
    }
}

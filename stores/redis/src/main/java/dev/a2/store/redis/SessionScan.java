package dev.a2.store.redis;

import dev.a2.store.Limits;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists sessions by looking at all keys (RD-8): another program makes sessions too, so no list of ours would be whole. A look
 * keeps the first session ids behind where the page starts, and serves the pages behind it too.
 */
final class SessionScan {
    /** Session ids that one look keeps. */
    private static final int KEPT = 50_000;

    private static final int KEYS_AT_ONCE = 5_000;

    private final Home home;
    private final Reads reads;
    private volatile Look last = new Look("", List.of(), false);

    /**
     * What a look found.
     *
     * @param from the ids lie behind this one
     * @param whole whether there are no more
     */
    private record Look(@Nullable String from, List<String> ids, boolean whole) {}

    SessionScan(Home home, Reads reads) {
        this.home = home;
        this.reads = reads;
    }

    SessionPage page(@Nullable String from, int limit) {
        Limits.checkLimit(limit);
        List<SessionBounds> sessions = new ArrayList<>();
        String after = from;
        boolean more = true;
        while (sessions.size() < limit && more) {
            Look look = look(after);
            int start = after == null ? 0 : firstBehind(look.ids(), after);
            List<String> ids = look.ids().subList(start, Math.min(look.ids().size(), start + limit - sessions.size()));
            addBounds(ids, sessions);
            after = ids.isEmpty() ? after : ids.get(ids.size() - 1);
            more = start + ids.size() < look.ids().size() || !look.whole();
        }
        return new SessionPage(sessions, more ? after : null);
    }

    private Look look(@Nullable String after) {
        Look look = last;
        boolean serves = after != null
                && (look.from() == null || look.from().compareTo(after) <= 0)
                && !look.ids().isEmpty()
                && (look.whole() || look.ids().get(look.ids().size() - 1).compareTo(after) > 0);
        if (!serves) {
            look = scan(after);
            last = look;
        }
        return look;
    }

    private static int firstBehind(List<String> ids, String after) {
        int at = Collections.binarySearch(ids, after);
        return at < 0 ? -at - 1 : at + 1;
    }

    private Look scan(@Nullable String after) {
        return home.commands().everywhere(servers -> {
            Found found = new Found(after);
            servers.forEach(server -> scan(server, found));
            return new Look(after, List.copyOf(found.ids), found.whole);
        });
    }

    private void scan(Commands server, Found found) {
        String cursor = "0";
        byte[] any = home.keys().schema();
        do {
            List<@Nullable Object> reply = Replies.list(server.run(
                    any, Command.of("SCAN", cursor, "MATCH", pattern(), "COUNT", KEYS_AT_ONCE, "TYPE", "stream")));
            cursor = Replies.text(reply.get(0));
            for (Object key : Replies.list(reply.get(1))) {
                String id = sessionId(Replies.text(key));
                if (id != null) {
                    found.add(id);
                }
            }
        } while (!cursor.equals("0"));
    }

    /** The first ids behind one, as a look finds them. */
    private static final class Found {
        private final @Nullable String after;
        private final TreeSet<String> ids = new TreeSet<>();
        private boolean whole = true;

        Found(@Nullable String after) {
            this.after = after;
        }

        void add(String id) {
            if (after == null || id.compareTo(after) > 0) {
                ids.add(id);
            }
            if (ids.size() > KEPT) {
                ids.pollLast();
                whole = false;
            }
        }
    }

    /** Only the prefix, a setting, is in the pattern, and stands there for itself. */
    private String pattern() {
        return home.keys().prefix().replaceAll("([\\\\\\[\\]*?^-])", "\\\\$1") + ":{\"*\"}:log";
    }

    private @Nullable String sessionId(String key) {
        String tag = key.substring(home.keys().prefix().length() + 2, key.length() - "}:log".length());
        try {
            JsonScanner in = new JsonScanner(tag);
            String id = in.string();
            return in.atEnd() ? id : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Each by two reads, which find their keys while their slot moves. The marker comes first: what happens in between can only
     * raise the frontier.
     */
    private void addBounds(List<String> ids, List<SessionBounds> sessions) {
        List<byte[]> keys = new ArrayList<>();
        for (String id : ids) {
            SessionKeys session = home.keys().session(id);
            keys.add(session.clear());
            keys.add(session.count());
        }
        List<Command> commands =
                keys.stream().map(key -> Command.of("GET", (Object) key)).toList();
        if (commands.isEmpty()) {
            return;
        }
        List<@Nullable Object> replies = home.commands().sendEach(keys, commands);
        for (int i = 0; i < ids.size(); i++) {
            Object clear = Failures.checked(commands.get(2 * i), replies.get(2 * i));
            Object count = Failures.checked(commands.get(2 * i + 1), replies.get(2 * i + 1));
            SessionBounds bounds = count == null
                    ? reads.bounds(ids.get(i)) // collapsed, or on the way to it
                    : new SessionBounds(ids.get(i), Replies.number(count), Replies.numberOr(clear, 0));
            if (bounds.frontier() > 0) {
                sessions.add(bounds);
            }
        }
    }
}

package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Follows;
import dev.a2.simulation.chaos.Fact.Saw;
import dev.a2.store.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Feeds yielded each index once, in order, as it is stored (I13). */
final class FeedCheck {
    private final Evidence evidence;
    private final Findings findings;
    private final Map<String, Long> last = new HashMap<>();

    FeedCheck(Evidence evidence, Findings findings) {
        this.evidence = evidence;
        this.findings = findings;
    }

    void run() {
        for (Entry entry : evidence.entries()) {
            if (entry.fact() instanceof Follows follows) {
                last.put(feed(entry, follows.session()), follows.after());
            } else if (entry.fact() instanceof Saw saw) {
                saw(entry, saw);
            }
        }
    }

    private static String feed(Entry entry, String session) {
        return entry.who() + " " + session;
    }

    private void saw(Entry entry, Saw saw) {
        Long before = last.put(feed(entry, saw.session()), saw.index());
        check(saw, before != null && saw.index() == before + 1, entry + " after " + before);
        List<Event> log = evidence.log(saw.session());
        boolean isStored =
                saw.index() <= log.size() && log.get((int) saw.index() - 1).id().equals(saw.id());
        check(saw, isStored, "is not what is stored: " + entry);
    }

    private void check(Saw saw, boolean holds, String otherwise) {
        findings.check(saw.session(), "I13", holds, () -> otherwise);
    }
}

package dev.a2.tck.model;

import dev.a2.store.Event;
import dev.a2.store.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the model finds wrong with its own data. */
final class NaiveVerification {
    private NaiveVerification() {}

    static List<Finding> verify(NaiveSession s) {
        List<Finding> findings = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Event event : s.events) {
            if (!(s.collapsed && event.index() == s.marker) && !ids.add(event.id())) {
                findings.add(
                        new Finding(s.id, "I3", "the id " + event.id() + " stands twice, again at " + event.index()));
            }
        }
        for (long index = Math.max(1, s.marker); index <= s.frontier; index++) {
            if (s.event(index) == null) {
                findings.add(new Finding(s.id, "I1", "the event at index " + index + " is missing"));
            }
        }
        for (Reader reader : s.readers) {
            Long head = reader.head();
            if (head != null && (head <= reader.position && reader.kind != Reader.Kind.EVENT || head <= s.marker)) {
                findings.add(
                        new Finding(s.id, "I7", reader.consumer + " has a head at " + head + ", which is behind it"));
            }
        }
        return findings;
    }
}

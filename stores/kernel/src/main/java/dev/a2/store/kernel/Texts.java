package dev.a2.store.kernel;

import dev.a2.codec.Strings;
import dev.a2.store.HeadRef;

/** Words for messages. */
final class Texts {
    private Texts() {}

    static String session(String sessionId) {
        return "session " + Strings.quote(sessionId);
    }

    static String head(String sessionId, HeadRef head) {
        return "the head at index " + head.index() + " of consumer " + Strings.quote(head.consumer())
                + (head.lane() == null ? "" : " in lane " + Strings.quote(head.lane())) + " in "
                + session(sessionId);
    }
}

package dev.a2.store.redis;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.PresencePatch;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Wake-ups and presence as listeners hear them. */
final class Listening {
    private static final System.Logger LOG = System.getLogger(Listening.class.getName());

    private final Home home;
    private final Ear ear;
    private final Presences presences;

    Listening(Home home, Ear ear, Presences presences) {
        this.home = home;
        this.ear = ear;
        this.presences = presences;
    }

    Subscription toWakeups(String sessionId, Wakeups.Listener listener) {
        home.limits().checkSession(sessionId);
        return ear.listen(home.keys().notifyChannel(sessionId), new Ear.Listener() {
            @Override
            public void onMessage(String message) {
                listener.onWakeup(wakeup(sessionId, message));
            }

            @Override
            public void onGap() {
                listener.onGap();
            }
        });
    }

    Subscription toPresence(String sessionId, Consumer<PresencePatch> listener) {
        home.limits().checkSession(sessionId);
        return ear.listen(home.keys().presenceChannel(sessionId), new Ear.Listener() {
            @Override
            public void onMessage(String message) {
                tell(sessionId, message, listener);
            }

            @Override
            public void onGap() {}
        });
    }

    /** Two sessions can share a channel's name, so a message that does not fit is nobody's fault. */
    private void tell(String sessionId, String message, Consumer<PresencePatch> listener) {
        PresencePatch patch;
        try {
            patch = presences.patch(sessionId, message);
        } catch (IllegalArgumentException e) {
            LOG.log(System.Logger.Level.DEBUG, "a presence message that is none", e);
            return;
        }
        if (patch != null) {
            listener.accept(patch);
        }
    }

    /** What cannot be read still says that something happened. */
    static Wakeup wakeup(String sessionId, String message) {
        try {
            JsonScanner in = new JsonScanner(message).expect("{\"f\":");
            long frontier = in.number();
            List<Event> events = new ArrayList<>();
            if (in.skip(",\"t\":")) {
                Instant createdAt = Instant.ofEpochMilli(in.number());
                in.expect(",\"e\":[");
                while (!in.skip("]")) {
                    events.add(event(sessionId, createdAt, in));
                    in.skip(",");
                }
            }
            return new Wakeup(sessionId, frontier, events);
        } catch (IllegalArgumentException e) {
            return new Wakeup(sessionId, 0, List.of());
        }
    }

    private static Event event(String sessionId, Instant createdAt, JsonScanner in) {
        long index = in.expect("[").number();
        String id = in.expect(",").string();
        String type = in.expect(",").string();
        Json payload = in.expect(",").value();
        in.expect("]");
        return new Event(sessionId, index, id, type, payload, createdAt, null);
    }
}

package dev.a2.server.token;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a session token allows: reading one session, or those whose ids begin alike, and of writing what it names.
 *
 * <pre>{@code
 * SessionGrant.session("order-7").append("said").participant("ada").subject("ada")
 * }</pre>
 *
 * @param session the session's id; null: the prefix counts
 * @param prefix what ids begin with; null: the session counts
 * @param append the event types that may be appended; {@code *} stands for all
 * @param participant whose presence may be set; null: nobody's
 * @param subject who holds the token, for logs; null: it does not say
 */
public record SessionGrant(
        @Nullable String session,
        @Nullable String prefix,
        Set<String> append,
        @Nullable String participant,
        @Nullable String subject) {
    /** All types of events. */
    public static final String ALL_TYPES = "*";

    /** Checks that it is about one session or one prefix, and copies the types. */
    public SessionGrant {
        if ((session == null) == (prefix == null)) {
            throw new IllegalArgumentException("a session token is for exactly one of session and prefix");
        }
        requireText("session", session);
        requireText("prefix", prefix);
        requireText("participant", participant);
        append = Set.copyOf(append);
        append.forEach(type -> requireText("type to append", type));
    }

    private static void requireText(String what, @Nullable String text) {
        if (text != null && text.isEmpty()) {
            throw new IllegalArgumentException("the " + what + " of a session token must not be empty");
        }
    }

    /** Reading this session. */
    public static SessionGrant session(String sessionId) {
        return new SessionGrant(sessionId, null, Set.of(), null, null);
    }

    /** Reading the sessions whose ids begin so. */
    public static SessionGrant prefix(String prefix) {
        return new SessionGrant(null, prefix, Set.of(), null, null);
    }

    /** The same, and appending events of these types; {@code *} stands for all. */
    public SessionGrant append(String... types) {
        return new SessionGrant(session, prefix, Set.copyOf(List.of(types)), participant, subject);
    }

    /** The same, and setting this participant's presence. */
    public SessionGrant participant(String participant) {
        return new SessionGrant(session, prefix, append, participant, subject);
    }

    /** The same with the name of who holds it. */
    public SessionGrant subject(String subject) {
        return new SessionGrant(session, prefix, append, participant, subject);
    }

    /** Whether it is about this session. */
    public boolean covers(String sessionId) {
        return session == null ? prefix != null && sessionId.startsWith(prefix) : session.equals(sessionId);
    }

    /** Whether it allows appending events of this type to this session. */
    public boolean mayAppend(String sessionId, String type) {
        return covers(sessionId) && (append.contains(ALL_TYPES) || append.contains(type));
    }

    /** Whether it allows setting this participant's presence in this session. */
    public boolean maySetPresence(String sessionId, String participant) {
        return covers(sessionId) && participant.equals(this.participant);
    }
}

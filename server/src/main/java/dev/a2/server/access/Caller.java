package dev.a2.server.access;

import dev.a2.server.config.Role;
import dev.a2.server.token.SessionGrant;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who sent a request, and what they may do (SRV-7). */
public sealed interface Caller {
    /** A name for logs and limits; never a secret. */
    String name();

    /** Whether they have this role for the whole server. */
    boolean has(Role role);

    /** Whether they may read this session. */
    boolean mayRead(String sessionId);

    /** Whether they may append anything to this session. */
    boolean mayAppendTo(String sessionId);

    /** Whether they may say which consumers must handle what they append. */
    default boolean mayNameTargets() {
        return true;
    }

    /** Whether they may append events of this type to this session. */
    boolean mayAppend(String sessionId, String type);

    /** Whether they may set this participant's presence in this session. */
    boolean maySetPresence(String sessionId, String participant);

    /** When their right ends; null: it does not by itself. */
    default @Nullable Instant expiresAt() {
        return null;
    }

    /** Everybody, where no tokens are needed. */
    record Anybody(String name) implements Caller {
        @Override
        public boolean has(Role role) {
            return true;
        }

        @Override
        public boolean mayRead(String sessionId) {
            return true;
        }

        @Override
        public boolean mayAppendTo(String sessionId) {
            return true;
        }

        @Override
        public boolean mayAppend(String sessionId, String type) {
            return true;
        }

        @Override
        public boolean maySetPresence(String sessionId, String participant) {
            return true;
        }
    }

    /** Somebody at a route that needs no token. */
    record Stranger(String name) implements Caller {
        @Override
        public boolean has(Role role) {
            return false;
        }

        @Override
        public boolean mayRead(String sessionId) {
            return false;
        }

        @Override
        public boolean mayAppendTo(String sessionId) {
            return false;
        }

        @Override
        public boolean mayAppend(String sessionId, String type) {
            return false;
        }

        @Override
        public boolean maySetPresence(String sessionId, String participant) {
            return false;
        }
    }

    /** Who holds an API token. */
    record TokenHolder(String name, Set<Role> roles) implements Caller {
        @Override
        public boolean has(Role role) {
            return roles.contains(role);
        }

        @Override
        public boolean mayRead(String sessionId) {
            return has(Role.READ);
        }

        @Override
        public boolean mayAppendTo(String sessionId) {
            return has(Role.APPEND);
        }

        @Override
        public boolean mayAppend(String sessionId, String type) {
            return has(Role.APPEND);
        }

        @Override
        public boolean maySetPresence(String sessionId, String participant) {
            return has(Role.APPEND);
        }
    }

    /**
     * Who holds a session token.
     *
     * @param until when it ends
     */
    record SessionHolder(String name, SessionGrant grant, Instant until) implements Caller {
        private static final int MOST_NAME = 64;

        /** Named after the token's subject, as far as a log can bear it, and its mark. */
        static SessionHolder of(SessionGrant grant, String mark, Instant until) {
            String subject = Objects.requireNonNullElse(grant.subject(), "somebody");
            StringBuilder name = new StringBuilder();
            subject.codePoints()
                    .limit(MOST_NAME)
                    .map(c -> Character.isLetterOrDigit(c) || "-_.@+:/ ".indexOf(c) >= 0 ? c : '?')
                    .forEach(name::appendCodePoint);
            return new SessionHolder(name + " (session token " + mark + ")", grant, until);
        }

        @Override
        public boolean has(Role role) {
            return false;
        }

        @Override
        public boolean mayRead(String sessionId) {
            return grant.covers(sessionId);
        }

        @Override
        public boolean mayAppendTo(String sessionId) {
            return grant.covers(sessionId) && !grant.append().isEmpty();
        }

        @Override
        public boolean mayAppend(String sessionId, String type) {
            return grant.mayAppend(sessionId, type);
        }

        @Override
        public boolean mayNameTargets() {
            return false;
        }

        @Override
        public boolean maySetPresence(String sessionId, String participant) {
            return grant.maySetPresence(sessionId, participant);
        }

        @Override
        public Instant expiresAt() {
            return until;
        }
    }
}

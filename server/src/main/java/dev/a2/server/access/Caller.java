package dev.a2.server.access;

import dev.a2.server.config.Role;
import java.time.Instant;
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
}

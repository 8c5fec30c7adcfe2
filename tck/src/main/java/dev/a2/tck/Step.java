package dev.a2.tck;

import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.WakeLogRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One step of a model test: a call as plain data, so that it can be printed, left out and run again. */
sealed interface Step {
    /** The session that it concerns. */
    String session();

    /** Runs the call; the result can be compared with that of another store. */
    Object on(SessionStore store);

    /** Whether it may change anything. */
    default boolean mayWrite() {
        return true;
    }

    /** Moves the clock; no call. */
    record Advance(long ms) implements Step {
        @Override
        public String session() {
            return "";
        }

        @Override
        public Object on(SessionStore store) {
            return "";
        }

        @Override
        public boolean mayWrite() {
            return false;
        }
    }

    record Append(AppendRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.append(request);
        }
    }

    record Claim(ClaimRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.claimAvailable(request);
        }
    }

    record Renew(RenewRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.renewClaims(request);
        }
    }

    record Release(ReleaseRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.releaseClaims(request);
        }
    }

    record Complete(CompleteRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.completeAttempt(request);
        }
    }

    record Fail(FailRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.failAttempt(request);
        }
    }

    record Redrive(RedriveRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.redrive(request);
        }
    }

    record WakeLog(WakeLogRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.wakeLog(request);
        }
    }

    record Put(String session, String reducer, List<SnapshotWrite> writes) implements Step {
        @Override
        public Object on(SessionStore store) {
            store.putSnapshots(session, reducer, writes);
            return "";
        }
    }

    record Clear(ClearRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.clear(request);
        }
    }

    record Reclaim(String session) implements Step {
        @Override
        public Object on(SessionStore store) {
            return store.reclaim(session);
        }
    }

    record Present(PresenceUpdate update) implements Step {
        @Override
        public String session() {
            return update.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.setPresence(update);
        }
    }

    record RefreshWork(String session, Set<String> consumers) implements Step {
        @Override
        public Object on(SessionStore store) {
            store.refreshWork(session, consumers);
            return "";
        }
    }

    record ReadState(ReadStateRequest request) implements Step {
        @Override
        public String session() {
            return request.sessionId();
        }

        @Override
        public Object on(SessionStore store) {
            return store.readState(request);
        }

        @Override
        public boolean mayWrite() {
            return false;
        }
    }

    /** One of the reads that take at most two indexes. */
    record Read(
            String what,
            String session,
            long from,
            @Nullable Long through) implements Step {
        static final List<String> ALL = List.of(
                "read",
                "readHistory",
                "readTail",
                "readEvents",
                "readFeedPage",
                "bounds",
                "clearIndex",
                "deadLetters",
                "cursors",
                "presence");

        @Override
        public Object on(SessionStore store) {
            return switch (what) {
                case "read" -> store.read(session, from, through);
                case "readHistory" -> store.readHistory(session, from, through);
                case "readTail" -> store.readTail(session, Math.max(1, from), through);
                case "readEvents" -> store.readEvents(session, from);
                case "readFeedPage" -> store.readFeedPage(session, from);
                case "bounds" -> store.bounds(session);
                case "clearIndex" -> store.clearIndex(session);
                case "deadLetters" -> store.deadLetters(session);
                case "cursors" -> store.cursors(session);
                case "presence" -> sorted(store.readPresence(session));
                default -> throw new IllegalArgumentException("no such read: " + what);
            };
        }

        private static List<PresenceEntry> sorted(List<PresenceEntry> entries) {
            return entries.stream()
                    .sorted(Comparator.comparing(PresenceEntry::participant).thenComparing(PresenceEntry::field))
                    .toList();
        }

        @Override
        public boolean mayWrite() {
            return false;
        }
    }
}

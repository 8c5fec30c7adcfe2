package dev.a2.store.redis;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.StoreException;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** SNP: readState and putSnapshots. */
final class StateReads {
    private final Home home;
    private final Reads reads;

    StateReads(Home home, Reads reads) {
        this.home = home;
        this.reads = reads;
    }

    /** SNP-1, SNP-6; a clear that races the read of the events makes it run once more. */
    StateRead read(ReadStateRequest request) {
        home.limits().checkSession(request.sessionId());
        home.limits().checkName("reducer", request.reducer());
        StateRead read = tryRead(request);
        if (read == null) {
            read = tryRead(request);
        }
        if (read == null) {
            throw Reads.gap(request.sessionId(), 0);
        }
        return read;
    }

    private @Nullable StateRead tryRead(ReadStateRequest request) {
        SessionKeys session = home.keys().session(request.sessionId());
        Long cap = request.snapshotThroughIndex() == null ? request.throughIndex() : request.snapshotThroughIndex();
        List<@Nullable Object> reply = home.run(
                session, script(Script.READ_STATE, session, request.reducer()).optional(cap));
        long marker = Replies.number(reply.get(0));
        long frontier = Replies.number(reply.get(1));
        Snapshot latest = snapshot(reply.get(2));
        Snapshot usable = snapshot(reply.get(3));
        long after = Math.max(usable == null ? 0 : usable.index(), marker - 1);
        long through = Math.min(request.throughIndex() == null ? Long.MAX_VALUE : request.throughIndex(), frontier);
        if (request.limit() != null) {
            through = Math.min(through, after + request.limit());
        }
        List<Event> events = reads.range(session, after, through);
        return events == null
                ? null
                : new StateRead(
                        latest == null ? null : latest.index(), usable, Reads.withoutCauses(events), marker, frontier);
    }

    private static Command script(Script script, SessionKeys session, String reducer) {
        return Command.script(
                script, session.count(), session.of("snap:" + reducer), session.of("snap-history:" + reducer));
    }

    /** The text of a stored snapshot, taken apart. */
    static @Nullable Snapshot snapshot(@Nullable Object reply) {
        if (reply == null) {
            return null;
        }
        JsonScanner in = new JsonScanner(Replies.text(reply)).expect("{\"index\":");
        long index = in.number();
        Json state = in.expect(",\"state\":").value();
        return new Snapshot(index, state);
    }

    void put(String sessionId, String reducer, List<SnapshotWrite> writes) {
        home.limits().checkSession(sessionId);
        home.limits().checkReducer(reducer);
        TreeMap<Long, SnapshotWrite> merged = new TreeMap<>();
        for (SnapshotWrite write : writes) {
            home.limits()
                    .checkPayload(
                            "a state at index " + write.index(), write.state().size());
            merged.merge(write.index(), write, StateReads::merge);
        }
        if (merged.isEmpty()) {
            return;
        }
        SessionKeys session = home.keys().session(sessionId);
        Command command = script(Script.PUT_SNAPSHOTS, session, reducer)
                .text(home.now())
                .text(reducer)
                .number(merged.size());
        for (SnapshotWrite write : merged.values()) {
            command.number(write.index()).text(write.state().text());
        }
        for (SnapshotWrite write : merged.values()) {
            for (HeadRef pin : write.pins()) {
                command.number(write.index())
                        .number(pin.index())
                        .text(Keys.row(pin.consumer(), pin.lane()))
                        .text(pin.lane() == null ? "#" : "L" + pin.lane());
            }
        }
        List<@Nullable Object> reply = home.run(session, command);
        if (Replies.word(reply).equals("beyond")) {
            throw StoreException.invalid("a snapshot at index " + merged.lastKey() + " lies beyond the frontier "
                    + Replies.number(reply.get(1)) + " of " + Words.session(sessionId));
        }
    }

    /** SNP-2. */
    private static SnapshotWrite merge(SnapshotWrite first, SnapshotWrite second) {
        Set<HeadRef> pins = new HashSet<>(first.pins());
        pins.addAll(second.pins());
        return new SnapshotWrite(first.index(), second.state(), pins);
    }
}

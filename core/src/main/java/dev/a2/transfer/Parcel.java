package dev.a2.transfer;

import dev.a2.store.Dispatch;
import dev.a2.store.Limits;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionParts;
import dev.a2.store.Transfer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.function.Consumer;

/** A session on its way: a file that holds it whole, safe on disk before the session is taken from where it was. */
final class Parcel {
    /**
     * What is in it.
     *
     * @param lastId id of its newest event
     */
    record Contents(long frontier, long clearIndex, String lastId, OpenWork work) {
        /** Whether its lifetime has no events. */
        boolean isEmpty() {
            return frontier == clearIndex;
        }
    }

    private final String session;
    private final Path file;

    Parcel(Path folder, String session) {
        this.session = session;
        this.file = folder.resolve(Hashes.of(session) + ".jsonl");
    }

    Path file() {
        return file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /**
     * Fills it with the session as it is now.
     *
     * @param each runs for each part, to keep claims meanwhile
     */
    void pack(Transfer from, Runnable each) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (FileChannel channel = FileChannel.open(
                            part,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING);
                    BufferedWriter out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8))) {
                SessionFileWriter writer = new SessionFileWriter(out);
                writer.write(session, sink -> export(from, sink, each));
                writer.end();
                out.flush();
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + part + ": " + e.getMessage(), e);
        }
    }

    /** What no store would take in must stop the move while the session is still where it was. */
    private void export(Transfer from, Consumer<SessionPart> sink, Runnable each) {
        SessionParts whole = new SessionParts(session, Limits.DEFAULTS);
        from.exportSession(session, part -> {
            whole.check(part);
            sink.accept(part);
            each.run();
        });
        whole.end();
    }

    private void syncFolder() throws IOException {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        }
    }

    /** Looks into it, through the eyes of one who wants to hold all work. */
    Contents look(String holder) {
        try (SessionFile sessions = SessionFile.open(file)) {
            OpenWork work = new OpenWork(holder);
            Bounds bounds = null;
            String lastId = "";
            for (SessionPart part : entry(sessions).parts()) {
                switch (part) {
                    case Bounds first -> bounds = first;
                    case EventPart event -> lastId = event.event().id();
                    case HeadPart head -> work.see(head);
                    default -> {}
                }
            }
            if (bounds == null) {
                throw new FormatException(file + " holds no session");
            }
            return new Contents(bounds.frontier(), bounds.clearIndex(), lastId, work);
        }
    }

    /** Brings it to a store; attempts that were held are free there, at no failure. */
    void unpack(Transfer to) {
        try (SessionFile sessions = SessionFile.open(file)) {
            Iterable<SessionPart> parts = entry(sessions).parts();
            to.importSession(session, () -> {
                Iterator<SessionPart> each = parts.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public SessionPart next() {
                        return released(each.next());
                    }
                };
            });
        }
    }

    private SessionFile.Entry entry(SessionFile sessions) {
        return sessions.next()
                .filter(entry -> entry.sessionId().equals(session))
                .orElseThrow(() -> new FormatException(file + " does not hold the session of its name"));
    }

    private static SessionPart released(SessionPart part) {
        if (!(part instanceof HeadPart head)
                || head.state() != State.LIVE
                || head.dispatch().claimHolder() == null) {
            return part;
        }
        Dispatch held = head.dispatch();
        Dispatch free = new Dispatch(
                held.firstClaimedAt(),
                held.lastClaimedAt(),
                held.attemptCount(),
                null,
                null,
                held.failureCount(),
                held.lastFailedAt(),
                held.lastFailedAttempt(),
                held.lastError(),
                held.failedAt());
        return new HeadPart(head.head(), head.kind(), head.state(), free, head.pins(), head.completion());
    }

    void discard() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + file + ": " + e.getMessage(), e);
        }
    }
}

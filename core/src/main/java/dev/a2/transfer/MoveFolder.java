package dev.a2.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where sessions lie on their way: a folder with a name that nobody else has, for one route and one mover at a time. */
final class MoveFolder implements AutoCloseable {
    private static final String NAME = "move";

    private final Path folder;
    private final FileChannel channel;
    private final String move;

    private MoveFolder(Path folder, FileChannel channel, String route) throws IOException {
        this.folder = folder;
        this.channel = channel;
        String text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        if (end < 0) {
            move = UUID.randomUUID().toString();
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((move + "\n" + route).getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        } else {
            move = text.substring(0, end);
            String before = text.substring(end + 1);
            if (!before.equals(route)) {
                throw new MoveException(folder + " holds what is left of a move " + before
                        + "; finish that first by the same command as then, or name another folder");
            }
        }
    }

    /** Opens one, or makes it. */
    static MoveFolder open(Path folder, String route) {
        FileChannel channel = null;
        boolean isOpen = false;
        try {
            Files.createDirectories(folder);
            channel = FileChannel.open(
                    folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (!isAlone(channel)) {
                throw new MoveException(
                        "another move is at work in " + folder + "; wait for it, or name another folder");
            }
            MoveFolder open = new MoveFolder(folder, channel, route);
            isOpen = true;
            return open;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the folder " + folder + ": " + e.getMessage(), e);
        } finally {
            if (!isOpen) {
                close(channel);
            }
        }
    }

    /** Until the channel is closed. */
    private static boolean isAlone(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The name that nobody else has. */
    String move() {
        return move;
    }

    Parcel parcel(String session) {
        return new Parcel(folder, session);
    }

    /** Removes it if no session lies in it. */
    @Override
    public void close() {
        try (var files = Files.list(folder)) {
            if (files.allMatch(file -> file.endsWith(NAME))) {
                Files.delete(folder.resolve(NAME));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder + ": " + e.getMessage(), e);
        } finally {
            close(channel);
        }
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // It is kept for the sessions in it.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder + ": " + e.getMessage(), e);
        }
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

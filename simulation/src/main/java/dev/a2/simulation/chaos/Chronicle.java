package dev.a2.simulation.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one process writes down, a file of its own. A line is handed to the operating system before the writer goes on, so a
 * kill loses none; one that it cut off counts for nothing. Any thread may write.
 */
final class Chronicle implements AutoCloseable {
    private static final String SUFFIX = ".history";

    private final String who;
    private final OutputStream out;

    private Chronicle(String who, OutputStream out) {
        this.who = who;
        this.out = out;
    }

    /** Begins the chronicle of a process in a folder. */
    static Chronicle begin(Path folder, String who) throws IOException {
        return new Chronicle(who, Files.newOutputStream(folder.resolve(who + SUFFIX)));
    }

    String who() {
        return who;
    }

    void write(Fact fact) {
        write(who, fact);
    }

    /** Writes something down about somebody else. */
    synchronized void write(String about, Fact fact) {
        try {
            out.write(new Entry(System.currentTimeMillis(), about, fact).line().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a process has written down that it works, as the first that it writes. */
    static boolean works(Path folder, String who) throws IOException {
        Path file = folder.resolve(who + SUFFIX);
        return Files.exists(file) && Files.size(file) > 0;
    }

    /** All that was written down in a folder, by time; what one process wrote stays in its order. */
    static List<Entry> read(Path folder) throws IOException {
        List<Entry> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                String text = Files.readString(file);
                text.substring(0, text.lastIndexOf('\n') + 1)
                        .lines()
                        .map(Entry::of)
                        .forEach(all::add);
            }
        }
        all.sort(Comparator.comparingLong(Entry::ms));
        return all;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

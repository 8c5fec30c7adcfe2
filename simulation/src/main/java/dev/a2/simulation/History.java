package dev.a2.simulation;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one worker set out to append, and what it was told, line by line: {@code asking NUMBER SESSION LANE}, then {@code told
 * NUMBER INDEX}. A line that the worker's death cut off counts for nothing.
 */
final class History implements AutoCloseable {
    /** An event to append. */
    record Asking(int n, String session, String lane) {
        private String line() {
            return "asking " + n + " " + session + " " + lane + "\n";
        }
    }

    private final Writer out;
    private final List<Asking> askings;
    private final Map<Integer, Long> told;
    private final int first;

    private History(Writer out, List<Asking> askings, Map<Integer, Long> told, int first) {
        this.out = out;
        this.askings = askings;
        this.told = told;
        this.first = first;
    }

    /** A worker's history so far; the file is named after its number. */
    static History open(Path file) throws IOException {
        List<Asking> askings = new ArrayList<>();
        Map<Integer, Long> told = new LinkedHashMap<>();
        String text = Files.exists(file) ? Files.readString(file) : "";
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        whole.lines().map(line -> line.split(" ", -1)).forEach(words -> {
            if (words[0].equals("asking")) {
                askings.add(new Asking(Integer.parseInt(words[1]), words[2], words[3]));
            } else {
                told.put(Integer.parseInt(words[1]), Long.parseLong(words[2]));
            }
        });
        Files.writeString(file, whole);
        Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        int number = Integer.parseInt(file.getFileName().toString());
        return new History(out, askings, told, number * 1_000_000);
    }

    List<Asking> askings() {
        return askings;
    }

    Map<Integer, Long> told() {
        return told;
    }

    /** What was asked and not told; null if there is nothing. */
    @Nullable Asking left() {
        Asking last = askings.isEmpty() ? null : askings.get(askings.size() - 1);
        return last == null || told.containsKey(last.n()) ? null : last;
    }

    /** Writes down what is asked next. */
    Asking next(Chance chance) throws IOException {
        Asking next = new Asking(first + askings.size() + 1, chance.of(World.SESSIONS), "lane" + chance.below(2));
        askings.add(next);
        write(next.line());
        return next;
    }

    void told(Asking asking, long index) throws IOException {
        told.put(asking.n(), index);
        write("told " + asking.n() + " " + index + "\n");
    }

    private void write(String line) throws IOException {
        out.write(line);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

package dev.a2.tck;

import dev.a2.replay.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The golden vectors that the kit carries. */
final class Vectors {
    private static final List<String> INDEX = List.of(text("index.txt").split("\n"));

    private Vectors() {}

    /** The files of one folder, such as {@code named/app-retry.jsonl}. */
    static Stream<String> in(String folder) {
        return INDEX.stream().filter(file -> file.startsWith(folder + "/"));
    }

    static Trace trace(String file) {
        return Trace.parse(file, text(file));
    }

    private static String text(String file) {
        try (InputStream in = Vectors.class.getResourceAsStream("vectors/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the kit lacks vectors/" + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read vectors/" + file, e);
        }
    }
}

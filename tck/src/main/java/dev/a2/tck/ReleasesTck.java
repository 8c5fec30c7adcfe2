package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases that each release wrote are read, continued and verified by this version, with exactly the answers that were
 * kept with them. A store's class names the folder in which they are kept: a folder per release, with the data, the answers,
 * and their checksums. What is there is never written again; {@code -Da2.release=NAME} writes a new one.
 */
public abstract class ReleasesTck {
    private static final String ANSWERS = "answers.txt";
    private static final String WENT_ON = "went-on.txt";
    private static final String SUMS = "sha256.txt";

    @TempDir
    Path temporary;

    private final Path releases;

    /** Releases kept below a folder of the module. */
    protected ReleasesTck(Path releases) {
        this.releases = releases;
    }

    /** Opens a new store, and saves what was written to it, in the form in which it is kept, into the folder. */
    protected abstract void save(Path folder, Scene scene) throws IOException;

    /** Loads what is kept in the folder, without touching it, and opens a store on it. */
    protected abstract SessionStore load(Path folder, InstantSource clock, IdSource ids) throws IOException;

    /** Fills a store. */
    @FunctionalInterface
    protected interface Scene {
        /** Into a store with this clock and these ids. */
        void writeInto(Opening opening);
    }

    /** Opens a store. */
    @FunctionalInterface
    protected interface Opening {
        /** With this clock and these ids. */
        SessionStore open(InstantSource clock, IdSource ids);
    }

    @TestFactory
    Stream<DynamicTest> eachReleaseIsReadAsItWasWritten() throws IOException {
        return releases()
                .map(folder -> DynamicTest.dynamicTest(name(folder), () -> {
                    assertThat(read(folder)).isEqualTo(Files.readString(folder.resolve(ANSWERS)));
                }));
    }

    @TestFactory
    Stream<DynamicTest> eachReleaseGoesOn() throws IOException {
        return releases()
                .map(folder -> DynamicTest.dynamicTest(name(folder), () -> {
                    assertThat(goOn(folder)).isEqualTo(Files.readString(folder.resolve(WENT_ON)));
                }));
    }

    @Test
    void whatWasReleasedIsNotChanged() throws IOException {
        assertThat(releases())
                .isNotEmpty()
                .allSatisfy(folder -> assertThat(Files.readString(folder.resolve(SUMS)))
                        .as(name(folder))
                        .isEqualTo(sums(folder)));
    }

    @Test
    void thisVersionsDataCanBeKept() throws IOException {
        String release = System.getProperty("a2.release", "");
        Path folder = release.isEmpty() ? temporary.resolve("next") : releases.resolve(release);
        if (Files.exists(folder)) {
            return;
        }
        Files.createDirectories(folder);

        save(folder, ReleasesTck::write);
        Files.writeString(folder.resolve(ANSWERS), read(folder));
        Files.writeString(folder.resolve(WENT_ON), goOn(folder));
        Files.writeString(folder.resolve(SUMS), sums(folder));

        assertThat(Files.readString(folder.resolve(ANSWERS))).contains("\"part\":\"event\"");
    }

    private static void write(Opening opening) {
        TestClock clock = new TestClock();
        try (SessionStore store = opening.open(clock, ids("drawn"))) {
            new ReleaseScene(store, clock).write();
        }
    }

    private String read(Path folder) throws IOException {
        TestClock clock = later();
        try (SessionStore store = load(folder, clock, ids("later"))) {
            return new ReleaseAnswers(store, clock).read();
        }
    }

    private String goOn(Path folder) throws IOException {
        TestClock clock = later();
        try (SessionStore store = load(folder, clock, ids("later"))) {
            return new ReleaseAnswers(store, clock).goOn();
        }
    }

    /** A second after the scene began, which takes less. */
    private static TestClock later() {
        TestClock clock = new TestClock();
        clock.set(Instant.ofEpochMilli(TestClock.START.toEpochMilli() + 1_000));
        return clock;
    }

    private static IdSource ids(String stem) {
        AtomicInteger count = new AtomicInteger();
        return () -> stem + "-" + count.incrementAndGet();
    }

    private Stream<Path> releases() throws IOException {
        try (Stream<Path> folders = Files.list(releases)) {
            return folders.filter(Files::isDirectory).sorted().toList().stream();
        }
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    private static String sums(Path folder) throws IOException {
        TreeMap<String, String> sums = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!name(file).equals(SUMS)) {
                    sums.put(name(file), sum(Files.readAllBytes(file)));
                }
            }
        }
        List<String> lines = sums.entrySet().stream()
                .map(file -> file.getValue() + "  " + file.getKey() + "\n")
                .toList();
        return String.join("", lines);
    }

    private static String sum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException("every JDK has SHA-256", e));
        }
    }
}

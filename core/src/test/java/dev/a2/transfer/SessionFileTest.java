package dev.a2.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AttemptRef;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.Limits;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.Completion;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.Pin;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionParts;
import dev.a2.store.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFileTest {
    private static final Instant THEN = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final String ODD = "\u0000 \"q\" {:}\n\r\u2028\u0085\uD83D\uDE00";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("sessions.jsonl");
    }

    @Test
    void everyPartComesBackAsItWas() throws IOException {
        Sessions sessions = new Sessions();
        sessions.parts.put(ODD, everything(ODD));
        sessions.parts.put("second", List.of(new Bounds(1, 1, true), event("second", 1, "null")));

        write(sessions);

        assertThat(readAll()).isEqualTo(sessions.parts);
    }

    @Test
    void payloadsStandAsJsonWhereTheyCan() throws IOException {
        Sessions sessions = new Sessions();
        sessions.parts.put(
                "s", List.of(new Bounds(2, 0, false), event("s", 1, "{\"a\" : 1.0}"), event("s", 2, "{\n}")));

        write(sessions);

        assertThat(Files.readString(file)).isEqualTo("""
                        {"format":"a2-sessions","version":1}
                        {"part":"session","sessionId":"s","frontier":2}
                        {"part":"event","index":1,"id":"id1","type":"t","createdAtMs":1700000000123,"payload":{"a" : 1.0}}
                        {"part":"event","index":2,"id":"id2","type":"t","createdAtMs":1700000000123,"payloadText":"{\\n}"}
                        {"part":"end","sessionId":"s","parts":3}
                        {"part":"eof","sessions":1}
                        """);
    }

    @Test
    void payloadsAreKeptToTheByte() throws IOException {
        for (String payload : List.of(
                " 1",
                "1 ",
                "\t[ ]",
                "1e0",
                "-0",
                "1E400",
                "9".repeat(900),
                "{\"b\":1,\"a\":2,\"b\":3}",
                "\"\\u0041\\/\u2028\u0085\uD83D\uDE00\"",
                "[\r\n]",
                "[".repeat(512) + "]".repeat(512))) {
            Sessions sessions = new Sessions();
            sessions.parts.put(
                    "s",
                    List.of(new Bounds(1, 0, false), event("s", 1, "1"), new SnapshotPart("r", 1, Json.of(payload))));

            write(sessions);

            assertThat(readAll()).isEqualTo(sessions.parts);
        }
    }

    @Test
    void aSessionWithoutEventsIsNotWritten() throws IOException {
        StringBuilder out = new StringBuilder();
        SessionFileWriter writer = new SessionFileWriter(out);

        boolean written = writer.write(new Sessions(), "nobody");

        writer.end();
        Files.writeString(file, out);
        assertThat(written).isFalse();
        assertThat(readAll()).isEmpty();
    }

    @Test
    void sessionsCanBePassedOverAndReadTwice() throws IOException {
        Sessions sessions = new Sessions();
        for (String name : List.of("a", "b", "c")) {
            sessions.parts.put(name, everything(name));
        }
        write(sessions);

        try (SessionFile read = SessionFile.open(file)) {
            assertThat(read.size()).isEqualTo(3);
            assertThat(read.next().map(SessionFile.Entry::sessionId)).contains("a");
            SessionFile.Entry second = read.next().orElseThrow();
            assertThat(second.parts()).hasSize(everything("b").size());
            assertThat(second.parts()).containsExactlyElementsOf(everything("b"));
            assertThat(read.next().map(SessionFile.Entry::sessionId)).contains("c");
            assertThat(read.next()).isEmpty();
        }
    }

    @Test
    void aFileThatIsCutOffAnywhereIsRefused() throws IOException {
        Sessions sessions = new Sessions();
        sessions.parts.put("a", everything("a"));
        sessions.parts.put("b", List.of(new Bounds(1, 0, false), event("b", 1, "1")));
        write(sessions);
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(this::readAll).as("cut at %s", length).isInstanceOf(FormatException.class);
        }
    }

    @Test
    void aFileWithALineLessIsRefused() throws IOException {
        Sessions sessions = new Sessions();
        sessions.parts.put("a", everything("a"));
        sessions.parts.put("b", List.of(new Bounds(1, 0, false), event("b", 1, "1")));
        write(sessions);
        List<String> lines = List.of(Files.readString(file).split("(?<=\n)"));

        for (int i = 0; i < lines.size(); i++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(i);
            Files.writeString(file, String.join("", without));
            assertThatThrownBy(this::readAll).as("without line %s", i + 1).isInstanceOf(FormatException.class);
        }
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        Files.writeString(file, "{\"format\":\"a2-sessions\",\"version\":2}\n{\"part\":\"eof\",\"sessions\":0}\n");

        assertThatThrownBy(() -> SessionFile.open(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(file + ":1")
                .hasMessageContaining("version 2 is not known here");
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        for (String text : List.of("", "hello\n", "[]\n", "{\"name\":\"trace\"}\n", "\u0000\u0001\n")) {
            Files.writeString(file, text);

            assertThatThrownBy(() -> SessionFile.open(file)).isInstanceOf(FormatException.class);
        }
    }

    @Test
    void whatNobodyKnowsIsRefused() throws IOException {
        for (String line : List.of(
                "{\"part\":\"event\",\"index\":1,\"id\":\"i\",\"type\":\"t\",\"createdAtMs\":1,\"payload\":1,\"more\":1}",
                "{\"part\":\"presence\"}",
                "{\"part\":\"event\",\"index\":1,\"index\":1,\"id\":\"i\",\"type\":\"t\",\"createdAtMs\":1,\"payload\":1}",
                "{\"part\":\"event\",\"index\":1.5,\"id\":\"i\",\"type\":\"t\",\"createdAtMs\":1,\"payload\":1}",
                "{\"part\":\"event\",\"index\":1,\"id\":\"\",\"type\":\"t\",\"createdAtMs\":1,\"payload\":1}",
                "{\"part\":\"event\",\"index\":1,\"id\":\"i\",\"type\":\"t\",\"createdAtMs\":1}",
                "{\"part\":\"cursor\",\"kind\":\"row\",\"consumer\":\"c\",\"lane\":\"\",\"position\":1}")) {
            Files.writeString(
                    file,
                    "{\"format\":\"a2-sessions\",\"version\":1}\n{\"part\":\"session\",\"sessionId\":\"s\",\"frontier\":1}\n"
                            + line
                            + "\n{\"part\":\"end\",\"sessionId\":\"s\",\"parts\":2}\n{\"part\":\"eof\",\"sessions\":1}\n");

            assertThatThrownBy(this::readAll)
                    .as(line)
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining(file + ":3");
        }
    }

    @Test
    void theExampleInTheDocumentationIsOne() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/export.md"));
        String example = page.substring(page.indexOf("```\n") + 4, page.lastIndexOf("```"));
        Files.writeString(file, example);

        Sessions sessions = new Sessions();
        sessions.parts.putAll(readAll());

        SessionParts checks = new SessionParts("order-17", Limits.DEFAULTS);
        sessions.parts.getOrDefault("order-17", List.of()).forEach(checks::check);
        checks.end();
        write(sessions);
        assertThat(Files.readString(file)).isEqualTo(example);
    }

    private void write(Sessions sessions) throws IOException {
        StringBuilder out = new StringBuilder();
        SessionFileWriter writer = new SessionFileWriter(out);
        sessions.parts.keySet().forEach(session -> writer.write(sessions, session));
        writer.end();
        Files.writeString(file, out);
    }

    private Map<String, List<SessionPart>> readAll() {
        Map<String, List<SessionPart>> all = new LinkedHashMap<>();
        try (SessionFile read = SessionFile.open(file)) {
            for (Optional<SessionFile.Entry> next = read.next(); next.isPresent(); next = read.next()) {
                List<SessionPart> parts = new ArrayList<>();
                next.get().parts().forEach(parts::add);
                all.put(next.get().sessionId(), parts);
            }
        }
        return all;
    }

    private static SessionPart event(String session, long index, String payload) {
        return new EventPart(new Event(session, index, "id" + index, "t", Json.of(payload), THEN, null));
    }

    /** One of each, with every member. */
    private static List<SessionPart> everything(String session) {
        Dispatch claimed = new Dispatch(THEN, THEN, 3, ODD, THEN, 2, THEN, 2, ODD, null);
        Dispatch dead = new Dispatch(THEN, THEN, 3, null, null, 3, THEN, 3, "lone \uD800", THEN);
        return List.of(
                new Bounds(9, 4, false),
                new EventPart(new Event(
                        session,
                        5,
                        ODD,
                        ODD,
                        Json.of("[" + Json.string(ODD) + "]"),
                        THEN,
                        new AttemptRef(ODD, null, 4, 1))),
                new EventPart(new Event(session, 6, "x", "y", Json.of("{ }"), THEN, new AttemptRef("c", "", 4, 1))),
                new CursorPart(Kind.LOG, ODD, ODD, 4, 5L, Set.of(ODD, "a")),
                new CursorPart(Kind.LOG, "all", "", 4, null, null),
                new CursorPart(Kind.LOG, "none", "", 4, null, Set.of()),
                new CursorPart(Kind.LANE, "lane", "l", 5, 6L, null),
                new HeadPart(
                        new HeadRef(ODD, ODD, 5),
                        Kind.LOG,
                        State.LIVE,
                        claimed,
                        List.of(new Pin(ODD, 5), new Pin("r", 6)),
                        null),
                new HeadPart(new HeadRef("lane", "", 7), Kind.LANE, State.QUEUED, Dispatch.NONE, List.of(), null),
                new HeadPart(new HeadRef("c", null, 8), Kind.EVENT, State.DEAD, dead, List.of(), null),
                new HeadPart(
                        new HeadRef("c", null, 9),
                        Kind.EVENT,
                        State.DONE,
                        claimed,
                        List.of(),
                        new Completion(THEN, 3, List.of(ODD, "b"))),
                new HeadPart(
                        new HeadRef("skipped", null, 9),
                        Kind.EVENT,
                        State.DONE,
                        dead,
                        List.of(),
                        new Completion(THEN, null, List.of())),
                new SnapshotPart(ODD, 5, Json.of("{\"state\":[1,2]}")));
    }

    /** A store of ready-made parts. */
    private static final class Sessions implements Transfer {
        final Map<String, List<SessionPart>> parts = new LinkedHashMap<>();

        @Override
        public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
            parts.getOrDefault(sessionId, List.of()).forEach(sink);
        }

        @Override
        public void importSession(String sessionId, Iterable<? extends SessionPart> given) {
            throw new UnsupportedOperationException();
        }
    }
}

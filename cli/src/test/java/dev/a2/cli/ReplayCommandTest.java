package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final String TRACE = """
            {"name":"two appends","rules":["APP-9"],"about":"","now":1700000000000,"ids":{"prefix":"g","next":1}}
            {"op":"append","args":{"sessionId":"s","events":[{"type":"t"}]},"ok":{"events":[{"id":"g1","type":"t","index":1,"createdAt":1700000000000}],"hasPending":false}}
            {"op":"clearIndex","args":{"sessionId":"s"},"ok":0}
            """;

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void write() throws IOException {
        shell = new Shell(folder);
        Files.createDirectory(folder.resolve("traces"));
        Files.writeString(folder.resolve("traces/right.jsonl"), TRACE);
        Files.writeString(folder.resolve("wrong.jsonl"), TRACE.replace("\"id\":\"g1\"", "\"id\":\"g2\""));
    }

    @Test
    void answersAsRecordedPass() {
        for (String store : new String[] {"sqlite:", "memory:", "sqlite:trace.db"}) {
            assertThat(shell.run("replay", "--store", store, "traces").ok())
                    .contains("ok    ", "right.jsonl: 2 operations as recorded", "1 trace as recorded");
        }
        assertThat(folder.resolve("a2.db")).doesNotExist();
    }

    @Test
    void theFirstDifferenceIsShown() {
        Shell.Said said = shell.run("replay", "wrong.jsonl", "traces");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .contains(
                        "DIFFER",
                        "wrong.jsonl:2 append differs at $.events[0].id",
                        "expected  \"g2\"",
                        "got       \"g1\"",
                        "1 of 2 traces not as recorded");
    }

    @Test
    void aTraceNeedsAnEmptyStore() {
        shell.run("append", "s", "t", "1", "--store", "sqlite:used.db").ok();

        assertThat(shell.run("replay", "--store", "sqlite:used.db", "wrong.jsonl")
                        .failed(1))
                .contains("used.db holds sessions, and a trace needs an empty store");
        assertThat(shell.run("replay", "--store", "sqlite:new.db", "wrong.jsonl", "traces")
                        .failed(2))
                .contains("each trace needs an empty store");
    }

    @Test
    void badInputIsSaid() throws IOException {
        Files.writeString(folder.resolve("none.jsonl"), "hello\n");
        Files.createDirectory(folder.resolve("empty"));

        assertThat(shell.run("replay", "none.jsonl").failed(1)).contains("none.jsonl:1 is no line of a trace");
        assertThat(shell.run("replay", "nowhere.jsonl").failed(1)).contains("there is no file");
        assertThat(shell.run("replay", "empty").failed(1)).contains("there are no *.jsonl files");
        assertThat(shell.run("replay").failed(2)).contains("Missing required parameter: 'FILE'");
        assertThat(shell.run("replay", "--store", "mongo:", "traces").failed(2))
                .contains("no store is known as mongo:");
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.Contract;
import dev.a2.ContractProvider;
import dev.a2.Reducer;
import dev.a2.codec.Json;
import dev.a2.store.ClearRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCommandTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void count() {
        shell = new Shell(folder);
        shell.run("append", "c", "added", "{\"by\":2}").ok();
        shell.run("append", "c", "renamed", "{\"name\":\"steps\"}").ok();
        shell.run("append", "c", "added", "{\"by\":5}").ok();
    }

    @Test
    void isThatOfNow() {
        assertThat(shell.run("state", "c", "counter").ok()).isEqualTo("""
                        {
                          "name" : "steps",
                          "value" : 7,
                          "steps" : [ 2, 5 ]
                        }
                        """);
    }

    @Test
    void isThatOfThen() {
        assertThat(shell.run("state", "c", "counter", "--at", "1").ok()).contains("\"name\" : \"\"", "\"value\" : 2");
    }

    @Test
    void differencesAreShown() {
        assertThat(shell.run("state", "c", "counter", "--diff", "1").ok()).isEqualTo("""
                        ~ $.name: "" -> "steps"
                        ~ $.value: 2 -> 7
                        + $.steps[1]: 5
                        """);
        assertThat(shell.run("state", "c", "counter", "--at", "1", "--diff", "3")
                        .ok())
                .contains("- $.steps[1]: 5");
        assertThat(shell.run("state", "c", "counter", "--at", "1", "--diff", "1")
                        .ok())
                .isEqualTo("no difference\n");
    }

    @Test
    void leavesNothingBehind() {
        try (SessionStore store = shell.store()) {
            for (int i = 0; i < 300; i++) {
                Orders.append(store, "c", NewEvent.of(null, "added", Json.of("{\"by\":1}")));
            }
        }

        assertThat(shell.run("state", "c", "counter").ok()).contains("\"value\" : 307");

        try (SessionStore store = shell.store()) {
            assertThat(store.readState(ReadStateRequest.of("c", "counter")).latestIndex())
                    .isNull();
        }
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(shell.run("state", "c", "nothing").failed(2))
                .contains("no contract has a reducer nothing; known are: ", "counter");
        assertThat(shell.run("state", "c", "counter", "--contract", "nothing").failed(2))
                .contains("there is no contract nothing; known are: ", "counters");
        assertThat(shell.run("state", "c", "counter", "--contracts", "nowhere.jar")
                        .failed(2))
                .contains("there are no contracts at nowhere.jar");
        assertThat(shell.run("state", "nobody", "counter").failed(1)).contains("session nobody has no events");
        assertThat(shell.run("state", "c", "counter", "--at", "4").failed(1))
                .isEqualTo("a2: session c has events 1 to 3, not 4\n");
        assertThat(shell.run("state", "c", "counter", "--at", "0").failed(2)).contains("must be at least 1");
    }

    @Test
    void contractsCanBeBroughtAlong() throws IOException {
        Path services = Files.createDirectories(folder.resolve("more/META-INF/services"));
        Path service = services.resolve(ContractProvider.class.getName());
        Files.writeString(service, RivalContract.class.getName());

        assertThat(shell.run("state", "c", "counter", "--contracts", "more").failed(2))
                .contains("several contracts fit: ", "counters", "rivals", "name one with --contract");
        assertThat(shell.run("state", "c", "counter", "--contracts", "more", "--contract", "rivals")
                        .ok())
                .isEqualTo("3\n");
        shell.environment.put("A2_CONTRACTS", "more");
        assertThat(shell.run("state", "c", "counter", "--contract", "rivals").ok())
                .isEqualTo("3\n");

        Files.writeString(service, "there.is.no.such.Contract");
        assertThat(shell.run("state", "c", "counter").failed(1)).contains("a contract cannot be loaded");
    }

    /** Counts events. */
    public static final class RivalContract implements ContractProvider {
        @Override
        public Contract<?> contract() {
            return Contract.of("rivals", CounterContract.CounterEvent.class)
                    .reducer(Reducer.of("counter", Integer.class, 0, (count, event) -> count + 1))
                    .build();
        }
    }

    @Test
    void whatWasClearedIsGone() {
        try (SessionStore store = shell.store()) {
            store.clear(ClearRequest.of("c"));
        }

        assertThat(shell.run("state", "c", "counter").ok()).contains("\"value\" : 0");
        assertThat(shell.run("state", "c", "counter", "--at", "2").failed(1)).contains("has events 4 to 4, not 2");
    }
}

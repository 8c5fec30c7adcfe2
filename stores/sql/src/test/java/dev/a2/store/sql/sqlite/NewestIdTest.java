package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who need not look an id up must still never store it twice (APP-3). */
class NewestIdTest {
    @TempDir
    Path folder;

    private SessionStore open() {
        return SqliteStore.open(folder.resolve("store.db"));
    }

    private static long append(SessionStore store, String session, String id) {
        List<Event> events = store.append(AppendRequest.of(session, NewEvent.of(id, "said", Json.NULL)))
                .events();
        return events.get(0).index();
    }

    @Test
    void idThatAnotherStoreWroteIsKnown() {
        try (SessionStore here = open();
                SessionStore there = open()) {
            append(here, "s", "m");
            append(here, "s", "n");
            append(there, "s", "x");
            append(there, "s", "z");

            assertThat(append(here, "s", "z")).isEqualTo(4);
            assertThat(append(here, "s", "x")).isEqualTo(3);
        }
    }

    @Test
    void idFromBeforeTheFileWasOpenedIsKnown() {
        try (SessionStore store = open()) {
            append(store, "s", "z");
        }

        try (SessionStore store = open()) {
            assertThat(append(store, "s", "z")).isEqualTo(1);
        }
    }

    @Test
    void idOfAnotherSessionIsFree() {
        try (SessionStore store = open()) {
            append(store, "s", "z");

            assertThat(append(store, "other", "z")).isEqualTo(1);
            assertThat(append(store, "other", "z")).isEqualTo(1);
        }
    }

    /** The engine and Java order these differently. */
    @ParameterizedTest
    @CsvSource({"\uD83D\uDE80, \uFFFF", "\uFFFF, \uD83D\uDE80", "a\uD83D\uDE80, a\uFFFF", "z, \u00e9", "\u00e9, z"})
    void ordersOfTextDoNotMatter(String one, String other) {
        try (SessionStore store = open()) {
            append(store, "s", one);
            append(store, "s", other);
        }

        try (SessionStore store = open()) {
            assertThat(append(store, "s", other)).isEqualTo(2);
            assertThat(append(store, "s", one)).isEqualTo(1);
            assertThat(append(store, "s", "b")).isEqualTo(3);
            assertThat(append(store, "s", "b")).isEqualTo(3);
            assertThat(append(store, "s", other)).isEqualTo(2);
        }
    }
}

package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1.0 s",
        "59999, 59.9 s",
        "60000, 1 min 0 s",
        "3599999, 59 min 59 s",
        "3600000, 1 h 0 min",
        "86399999, 23 h 59 min",
        "90000000, 1 d 1 h",
        "-1500, 1.5 s"
    })
    void durationsAreGivenInTwoUnits(long ms, String text) {
        assertThat(Words.duration(Duration.ofMillis(ms))).isEqualTo(text);
    }

    @Test
    void timesAreRfc3339() {
        assertThat(Words.time(Instant.ofEpochMilli(0))).isEqualTo("1970-01-01T00:00:00.000Z");
        assertThat(Words.time(Instant.ofEpochMilli(1_700_000_000_120L))).isEqualTo("2023-11-14T22:13:20.120Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-17", "Größe 5", "注文", "😀", "a:b/c#1", "it's", "a\"b"})
    void plainNamesStayAsTheyAre(String name) {
        assertThat(Words.name(name)).isEqualTo(name);
        assertThat(new NameConverter().convert(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a\n", "\"a\"", "\u0000", "\u001b[1m", "\u202e", "\ue000", "\udb40\udc41", "\u2028"})
    void oddNamesAreQuotedAndTakenBack(String name) {
        String printed = Words.name(name);

        assertThat(printed).startsWith("\"").matches("[\\x20-\\x7e]+");
        assertThat(new NameConverter().convert(printed)).isEqualTo(name);
    }

    @Test
    void longTextsAreCutBetweenCharacters() {
        assertThat(Words.cut("abc", 3)).isEqualTo("abc");
        assertThat(Words.cut("ab😀d", 3)).isEqualTo("ab… (5 characters)");
    }
}

package dev.a2.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.http.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"a, a", "a+b, a+b", "a%2Fb, a/b", "%C3%BC, ü", ".;, .", "..;, ..", "a%3B, a;", "a;b, a;b", "a;;, a;"})
    void segmentsStandForNames(String segment, String name) {
        assertThat(Percent.decode(segment)).isEqualTo(name);
    }

    @Test
    void aBareSemicolonStandsForNothing() {
        assertThat(Percent.decode(";")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "%FF", "%;"})
    void othersAreRefused(String segment) {
        assertThatThrownBy(() -> Percent.decode(segment)).isInstanceOf(Problem.class);
    }
}

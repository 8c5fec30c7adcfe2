package dev.a2.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StringsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\u0000\u007f", "\u0080\u07ff", "\u0800\uffff\ue000", "😀", "aé中😀z", "\u2028"})
    void utf8LengthIsThatOfTheEncodedText(String text) {
        assertThat(Strings.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        assertThat(Json.string(text).size()).isEqualTo(Json.string(text).utf8().length);
    }
}

package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The build runs the contract and the layout once in a place where letters and clocks are not what we are used to. */
final class AnotherPlaceTest {
    @Test
    @SuppressWarnings("StringCaseLocaleUsage") // the one of this place is what is asked for
    void thisIsAnotherPlace() {
        assertThat(Locale.getDefault()).isEqualTo(Locale.of("tr", "TR"));
        assertThat("ID".toLowerCase()).isEqualTo("\u0131d");
        assertThat(ZoneId.systemDefault()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
    }
}

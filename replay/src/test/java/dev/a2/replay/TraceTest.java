package dev.a2.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TraceTest {
    private static final String HEAD =
            "{\"name\":\"n\",\"rules\":[\"APP-1\"],\"now\":5,\"ids\":{\"prefix\":\"g\",\"next\":3}}";

    @Test
    void onlyLineFeedsEndLines() {
        Trace trace = Trace.parse(
                "f", HEAD + "\n{\"op\":\"read\",\"args\":{\"sessionId\":\"\u2028\u2029\u0085\"},\"ok\":[]}\n");

        assertThat(trace.size()).isEqualTo(1);
        assertThat(trace.steps().get(0).args().string("sessionId")).isEqualTo("\u2028\u2029\u0085");
        assertThat(trace.steps().get(0).line()).isEqualTo(2);
    }

    @Test
    void headerIsKept() {
        Trace trace = Trace.parse("f", HEAD);

        assertThat(trace.name()).isEqualTo("n");
        assertThat(trace.source()).isEqualTo("f");
        assertThat(trace.rules()).containsExactly("APP-1");
        assertThat(trace.about()).isEmpty();
        assertThat(trace.nowMs()).isEqualTo(5);
        assertThat(trace.idPrefix()).isEqualTo("g");
        assertThat(trace.firstId()).isEqualTo(3);
    }

    @Test
    void lineThatIsNoneIsNamed() {
        assertThatThrownBy(() -> Trace.parse("f", HEAD + "\n\n{\"op\":\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("f:3");
        assertThatThrownBy(() -> Trace.parse("f", HEAD + "\n{\"op\":\"read\"}"))
                .hasMessageContaining("f:2")
                .hasMessageContaining("args");
        assertThatThrownBy(() -> Trace.parse("f", "")).hasMessageContaining("empty");
    }
}

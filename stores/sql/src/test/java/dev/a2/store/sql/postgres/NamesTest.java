package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int length = 0; length < 4; length++) {
            for (String text : List.copyOf(texts)) {
                for (char c : new char[] {'\0', '\1', '\2', 'a'}) {
                    texts.add(text + c);
                }
            }
        }
        return texts.stream().distinct().toList();
    }

    @Test
    void whatIsStoredHoldsNoNulAndReadsAsItWas() {
        assertThat(texts()).hasSizeGreaterThan(300).allSatisfy(text -> {
            assertThat(Names.stored(text)).doesNotContain("\0");
            assertThat(Names.read(Names.stored(text))).isEqualTo(text);
        });
    }

    @Test
    void differentTextsAreStoredDifferentlyAndInTheSameOrder() {
        List<String> sorted = texts().stream().sorted().toList();

        List<String> stored = sorted.stream().map(Names::stored).toList();

        assertThat(stored).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.naturalOrder());
    }

    @Test
    void ordinaryTextIsStoredAsItIs() {
        String text = "order:42/ä€😀\u0002";

        assertThat(Names.stored(text)).isSameAs(text);
        assertThat(Names.read(text)).isSameAs(text);
    }
}
